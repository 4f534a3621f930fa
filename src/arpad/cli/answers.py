"""What each verb answers with `--json`: a typed value of the office, the calculators or the law, and so its schema.

A verb that is not here has no `--json`. `[]` behind a type means several of them.
"""

from __future__ import annotations

from importlib import import_module
from types import GenericAlias
from typing import Any

ANSWERS: dict[str, str] = {
    "check": "arpad.checking:Checked",  # one on a line
    "calc dp": "arpad.calculator.answers:DpAnswer",
    "calc expected": "arpad.calculator.answers:ExpectedAnswer",
    "calc initial": "arpad.calculator.answers:FirstRatingAnswer",
    "calc performance": "arpad.calculator.answers:PerformanceAnswer",
    "calc period": "arpad.calculator.answers:PeriodAnswer",
    "calc round-robin": "arpad.calculator.answers:RoundRobinAnswer",
    "calc target": "arpad.calculator.answers:TargetAnswer",
    "explain": "arpad.explain.calculation:Calculation",
    "explain --event": "arpad.explain.eventsheet:EventSheet",
    # events and reports
    "event register": "arpad.office.events:Registered[]",
    "event list": "arpad.office.events:EventRow[]",
    "event show": "arpad.office.events:Dossier[]",
    "event join": "arpad.office.events:Outcome[]",
    "event change": "arpad.office.events:EventChanged",
    "event refuse": "arpad.office.events:Outcome",
    "event exclude": "arpad.office.events:Outcome",
    "event end": "arpad.office.events:Outcome",
    "report submit": "arpad.office.reports:Receipt[]",
    "report scores": "arpad.office.reports:KeptScores",
    "report show": "arpad.office.reports:Outcome[]",
    "report admit": "arpad.office.reports:Outcome[]",
    "report refuse": "arpad.office.reports:Outcome[]",
    "report appeal": "arpad.office.reports:Outcome[]",
    "report hold": "arpad.office.reports:Outcome[]",
    "report release": "arpad.office.reports:Outcome[]",
    "report withdraw": "arpad.office.reports:Outcome[]",
    "arbiter add": "arpad.office.people:EntriesImported",
    "arbiter import": "arpad.office.people:EntriesImported",
    "arbiter show": "arpad.office.people:Arbiter[]",
    "claim answer": "arpad.office.claims:Claimed",
    "claim file": "arpad.office.claims:Claimed",
    "claim list": "arpad.office.claims:Claimed[]",
    "claim show": "arpad.office.claims:Claimed",
    "claim withdraw": "arpad.office.claims:Claimed",
    "bundle": "arpad.office.proofs:Bundled",
    "checkpoint": "arpad.office.proofs:Checkpoint",
    "doctor": "arpad.office.care:Examination",
    "federation add": "arpad.office.people:EntriesImported",
    "federation import": "arpad.office.people:EntriesImported",
    "federation officer": "arpad.office.people:EntriesImported",
    "federation show": "arpad.office.people:Federation[]",
    "frl show": "arpad.intake.frl.listed:ListedPlayer",  # one on a line
    "history export": "arpad.office.proofs:Exported",
    "key new": "arpad.office.proofs:PublicKey",
    "key show": "arpad.office.proofs:Keys",
    "law check": "arpad.law.examined:FileExamined",
    "law new": "arpad.law.drafting:Drafted",
    "law adopt": "arpad.office.rulebooks:Adopted",
    "law coverage": "arpad.law.shown:Coverage",
    "law diff": "arpad.law.compare:Difference[]",
    "law errata": "arpad.law.shown:RulingEverywhere[]",
    "law list": "arpad.law.shown:BookShown[]",
    "law show": "arpad.law.shown:Shown",
    "law table": "arpad.law.shown:TablesShown",
    "list correct": "arpad.office.lists:Corrected",
    "list diff": "arpad.office.lists:Differences",
    "list history": "arpad.office.lists:RatingHistory",
    "list import": "arpad.office.lists:ListTakenOver[]",
    "list open": "arpad.office.lists:Opened",
    "list take-back": "arpad.office.lists:TakenBack",
    "list show": "arpad.office.lists:Shown",
    "office change": "arpad.office.care:OfficeChanged",
    "office show": "arpad.office.care:OfficeSettings",
    "log": "arpad.office.care:Entry[]",
    "period preview": "arpad.office.periods:ListSummary",
    "period since-preview": "arpad.office.periods:SincePreview",
    "period publish": "arpad.office.periods:Publication",
    "player add": "arpad.office.people:Added",
    "player change": "arpad.office.people:FactChange[]",
    "player find": "arpad.office.people:Player[]",
    "player import": "arpad.office.people:PlayersImported",
    "player listing": "arpad.office.people:ListingEntered",
    "player merge": "arpad.office.people:MergeDone",
    "player show": "arpad.office.people:Story",
    "player unmerge": "arpad.office.people:MergeDone",
    "repair": "arpad.office.care:Repairs",
    "restore": "arpad.office.care:Restored",
    "restore --drill": "arpad.office.care:Drill",
    "revision again": "arpad.office.revisions:CaseView",
    "revision annul": "arpad.office.revisions:CaseView",
    "revision approve": "arpad.office.revisions:Notice",
    "revision drop": "arpad.office.revisions:CaseView",
    "revision fact": "arpad.office.revisions:CaseView",
    "revision game": "arpad.office.revisions:CaseView",
    "revision late": "arpad.office.revisions:CaseView",
    "revision list": "arpad.office.revisions:CaseView[]",
    "revision merge": "arpad.office.revisions:CaseView",
    "revision notice": "arpad.office.revisions:Notice",
    "revision opening": "arpad.office.revisions:CaseView",
    "revision preview": "arpad.office.revisions:Notice",
    "revision replace": "arpad.office.revisions:CaseView",
    "revision setting": "arpad.office.revisions:RuleDecided",
    "revision show": "arpad.office.revisions:CaseView",
    "revision unmerge": "arpad.office.revisions:CaseView",
    "trf show": "arpad.intake.shown:ShownReport",  # on one line
    "sql": "arpad.lab.sql:SqlAnswer",
    "simulate": "arpad.simulate.readme:Summary",
    "verify": "arpad.office.proofs:Verification",
    "verify --line": "arpad.history.singleline:LineVerification",
    "verify --public": "arpad.history.verifying:PublicVerification",
}


def declared(verb: str) -> Any:
    """The type of a verb's answer."""
    module, _, name = ANSWERS[verb].partition(":")
    kind = getattr(import_module(module), name.removesuffix("[]"))
    return GenericAlias(tuple, (kind, ...)) if name.endswith("[]") else kind
