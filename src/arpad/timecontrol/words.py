"""Cut a written time control into words, numbers and signs.

In: a text of at most `LONGEST` characters. Out: tokens whose kind is known, in order. A word that is not in the
lexicon is never skipped: it might be the word that changes the meaning ("or", "about", "both players"). Letters are
compared without accents and case. Digits are ASCII digits; full-width signs are the same signs.

One pass over the text, one look-up for each word; nothing is tried twice.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType

from arpad.finding import Problem
from arpad.frozen import dataclass

LONGEST = 200  # characters of a time control
MOST_DIGITS = 6  # of one number
FULL_WIDTH = range(0xFF01, 0xFF5F)  # the same signs as ASCII, wider
TO_ASCII = 0xFEE0
HALVES = str.maketrans({"½": ".5", "¼": ".25", "¾": ".75"})
QUOTES = str.maketrans(dict.fromkeys("’‘′´`ʹʼ‛", "'") | dict.fromkeys("″”“„ʺ˝‟", '"'))
DASHES = frozenset("-‐‑‒–—―−")
BRACKETS = frozenset("()[]")
ELIDED = frozenset({"l", "d", "dell", "all", "un"})  # before an apostrophe: articles
CYRILLIC_S = "с"
STANDARD_OR_HOURS = "std"  # before all numbers a label, behind one a unit
ORDINALS = frozenset(
    ("st", "nd", "rd", "th", "er", "ere", "e", "eme", "o", "a", "º", "ª", "го", "и", "я", "ого", "му", "te", "ten")
)


class Kind(Enum):
    """What a token can mean in a time control."""

    NUMBER = auto()
    DECIMAL = auto()  # a point or a comma between two digits
    ORDINAL = auto()  # what makes a number "the 40th"
    HOUR = auto()
    MINUTE = auto()
    SECOND = auto()
    MOVE = auto()
    PER_MOVE = auto()  # one word for it
    FROM_MOVE = auto()  # one word, behind its number
    LINK = auto()  # for, in, per: what follows says which
    BEHIND = auto()  # a "per" that stands behind its word
    SLASH = auto()
    TIMES = auto()
    COLON = auto()
    PLUS = auto()
    AND = auto()
    WITH = auto()
    LIST = auto()
    THEN = auto()
    FROM = auto()
    WITH_OR_FROM = auto()
    AFTER = auto()
    AFTER_OR_EACH = auto()  # one word for both: Polish "po 40 ruchach", Serbian "po potezu"
    AFTERWARDS = auto()  # an "after" that stands behind its word
    THAT = auto()
    UNTIL = auto()
    FIRST = auto()
    START = auto()
    FROM_START = auto()  # one word for it
    BONUS = auto()
    FISCHER = auto()
    DELAY = auto()
    NO = auto()
    OR = auto()
    GAME = auto()  # before a number: all moves in so many minutes
    REST = auto()
    ALL = auto()
    SIDE = auto()  # white, black
    LABEL = auto()
    GO = auto()  # byo-yomi, the overtime of Go and shogi
    NOISE = auto()


class Unclear(Problem):
    """The text has no reading, or more than one; inside this reader only."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or sign."""

    kind: Kind
    text: str
    glued: bool  # nothing between it and the token before

    @property
    def value(self) -> int:
        """The number it is."""
        return int(self.text)


SPOKEN: Mapping[Kind, str] = {
    Kind.HOUR: "h hr hrs hour hours std stunde stunden godz godzina godziny godzin heure heures ora ore hora horas"
    " час часа часов ч год година години годин óra órás tund tundi t sat sata sati сат сата сати oră orele órával",
    Kind.MINUTE: "m min mins minute minutes mn minuten minuta minuty minut minuto minuti minutos мин минут минуты"
    " минута хв хвилин хвилини хвилина perc percet p minutit minutid minutu минуте минути percre perccel perces",
    Kind.SECOND: "s sec secs second seconds sek sekunde sekunden sekunda sekundy sekund secondes seconde secondo"
    " secondi seg segundo segundos секунд секунды секунда секунду сек секунди mp másodperc sekundit sekundi секунде"
    " secundă secunda secunde másodperces másodpercet",
    Kind.MOVE: "move moves mv mvs mm zug züge zügen zuges ruch ruchu ruchów ruchy ruchach posunięć posunięcie"
    " posunięcia coup coups cp cps mossa mosse jugada jugadas movimiento movimientos mov movs ход хода ходов ходу ході"
    " ходи ходів хід lépés lépésre lépésben lépést käik käiku käigu potez poteza potezi poteze potezu потез"
    " потеза потези потезе потезу mutare mutarea mutări mutărilor mutari lance lances lépéshez lépésig",
    Kind.PER_MOVE: "lépésenként zugweise permove lépésenkénti",
    Kind.FROM_MOVE: "lépéstől käigust",
    Kind.LINK: "for in per each every je pro für auf na za w par pour en a à au por para cada за на per ogni su каждый"
    " кожен кожний każdy każde каждые chaque jeden jede jeweils zu al alla co pe svaki svaku svakom сваки"
    " сваку сваком fiecare minden u у em pentru",
    Kind.BEHIND: "kohta",
    Kind.TIMES: "x х",
    Kind.PLUS: "plus plusz плюс pluss mais",
    Kind.AND: "and und i et e y и та і й és ja oraz sowie și",
    Kind.WITH: "with mit avec con із зі z com cu sa са uz уз",
    Kind.THEN: "then thereafter followed next afterwards dann danach anschließend weitere potem następnie puis ensuite"
    " poi quindi luego затем потом далее далі потім majd azután seejärel siis onda zatim онда затим apoi"
    " depois",
    Kind.FROM: "from starting ab od partir partire dal dalla dall desde начиная починаючи від от alates începând"
    " incepand počevši почев почевши",
    Kind.WITH_OR_FROM: "с з dès",
    Kind.AFTER: "after nach après dopo después tras после після pärast nakon posle poslije након după",
    Kind.AFTER_OR_EACH: "po по",
    Kind.AFTERWARDS: "után järel",
    Kind.THAT: "that which czym",
    Kind.UNTIL: "until till to up bis do jusque jusqu fino hasta до kuni până pana até",
    Kind.FIRST: "first one ersten erste erster pierwszego pierwsze pierwszych premier première premiers prima prime"
    " primi primo primera primeras первого первые первых першого перші перших első esimesest esimese esimesed prvi"
    " prvog prvom prvih први првог првом првих primul primele primei primeiro primeira primeiros",
    Kind.START: "start beginning anfang beginn początku początek début inizio principio inicio начала початку početka"
    " почетка început",
    Kind.FROM_START: "kezdettől algusest",
    Kind.BONUS: "inc incr increment incremental increments bonus additional extra added addition cumulative inkrement"
    " zuschlag zeitzuschlag gutschrift zeitgutschrift bonifikation bonus przyrost bonifikata incrément"
    " incréments ajout incremento incrementi abbuono bonificación добавление добавлением добавка добавления"
    " додавання додаванням növekmény többletidő lisaaeg juurdeaega lisa dodatak dodatka dodatno dodatnih"
    " додатак додатка prirast spor acréscimo acréscimos bónusz",
    Kind.FISCHER: "fischer фишер фишера фішера",
    Kind.DELAY: "d delay bronstein verzögerung délai ritardo retardo задержка задержкой затримка késleltetés",
    Kind.NO: "no without ohne kein keine keinen bez sans senza sin без ilma fără sem",
    Kind.OR: "or oder lub ou o или або vagy või ili sau abo",
    Kind.GAME: "g game sd",
    Kind.REST: "rest remaining remainder finish end ko qpf guillotine sudden death whole partie partieende ende partii"
    " partia partię końca koniec reste fin finale fine partita resto final partida партии партию партія"
    " партії партію конца конец остаток кінця кінець решту játszma játszmára játszmánként végéig lõpuni lõpp"
    " mängu ganze ganzen całą całej toute всю spiel partiju partije partiji партију партије партији cijelu"
    " cijele celu cela cele čitavu čitave целу целе читаву kraja kraj краја toată întreaga întreagă restul"
    " sfârșitul jogo toda todo restante egész teljes partira",
    Kind.ALL: "all alle wszystkie wszystkich tous tutte tutti todas todos все всі összes kõik sve svi све toate",
    Kind.SIDE: "white black weiß weiss schwarz białe czarne blancs noirs bianco nero blancas negras белые черные білі"
    " чорні világos sötét valge must beli bijeli crni бели црни alb negru brancas pretas",
    Kind.LABEL: "rapid blitz standard classical classic classique classico clásico schnellschach schnell blitzschach"
    " turnierschach rapide éclair semilampo lampo rápido rápidas relámpago szybkie błyskawiczne klasyczne"
    " szachy chess schach échecs scacchi ajedrez sakk male блиц бліц рапид рапід классика класика"
    " классические класичні rapidsakk villám kiirmale välkmale šah шах ubrzani убрзани brzopotezni"
    " брзопотезни standardni стандардни rapidni brzi șah clasic xadrez clássico",
    Kind.GO: "byo byoyomi yomi",
    Kind.NOISE: "the an of by at tc timecontrol time control controls limit rate thinking is has gets player players"
    " person side der die das dem den des zum zur vom le la les du de il lo gli dei delle della el los las"
    " del di un una uno une eine ein einer einen bedenkzeit zeitkontrolle spieler zeit tempo gry czas"
    " zawodnika gracza cadence temps joueur cadenza riflessione giocatore ritmo juego jugador темп игры"
    " контроль времени часу гри игрока игроку гравця гравцю játékidő gondolkodási idő az játékosonként"
    " játékos kezdve mõtlemisaeg ajakontroll mängija on onwards onward very using restlichen restliche"
    " pozostałe restants restanti restantes следующие наступні następne suivants successive siguientes"
    " järgmised következő igrač igrača igraču играч играча играчу vreme vrijeme време razmišljanje"
    " razmišljanja размишљање размишљања jucător jucătorul jucătorului jogador timp timpul gândire reflexão"
    " fejenként da dos",
}
SIGNS: Mapping[str, Kind] = {
    "+": Kind.PLUS, "|": Kind.PLUS, "&": Kind.AND, "/": Kind.SLASH, "×": Kind.TIMES, "*": Kind.TIMES, ":": Kind.COLON,
    ",": Kind.LIST, ";": Kind.LIST, '"': Kind.SECOND, "°": Kind.ORDINAL,
}  # fmt: skip


def folded(word: str) -> str:
    """A word without case and accents."""
    apart = unicodedata.normalize("NFD", word.casefold().replace("ł", "l"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


# of two meanings of one word the kind that stands first in SPOKEN wins
LEXICON: Mapping[str, Kind] = MappingProxyType(
    {folded(word): kind for kind, words in reversed(list(SPOKEN.items())) for word in words.split()}
)


def normal(text: str) -> str:
    """The text with one sign for each sign: composed letters, narrow signs, straight quotes."""
    if len(text) > LONGEST:
        raise Unclear("time-control/too-long", characters=len(text), limit=LONGEST)
    narrow = "".join(chr(ord(c) - TO_ASCII) if ord(c) in FULL_WIDTH else c for c in text)
    return unicodedata.normalize("NFC", narrow.translate(HALVES).translate(QUOTES)).strip()


def digit(letter: str) -> bool:
    """Whether it is an ASCII digit."""
    return "0" <= letter <= "9"


def scan(text: str) -> list[Token]:
    """The tokens of a text that went through `normal`."""
    tokens: list[Token] = []
    at, end = 0, len(text)
    glued = False
    while at < end:
        letter, following = text[at], text[at + 1 : at + 2]
        start = at
        at += 1
        if letter.isspace() or letter in BRACKETS:
            glued = False
            continue
        if digit(letter):
            while at < end and digit(text[at]):
                at += 1
            if at - start > MOST_DIGITS:
                raise Unclear("time-control/long-number", limit=MOST_DIGITS)
            tokens.append(Token(Kind.NUMBER, text[start:at], glued))
        elif letter.isalpha():
            while at < end and (text[at].isalpha() or unicodedata.combining(text[at])):
                at += 1
            word = folded(text[start:at])
            if text[at : at + 1] == "'" and text[at + 1 : at + 2].isalpha():
                at += 1
                if word in ELIDED:
                    continue
            tokens.append(known(word, glued, tokens))
        elif letter in DASHES:
            if (again := _again(text, start, tokens)) > at:
                at = again  # 15-15 min: so much for each player
                continue
            if following.isalpha() and start and text[start - 1].isalnum():
                glued = digit(text[start - 1])  # a hyphen: 30-second, sudden-death, 1-го
                continue
            raise Unclear("time-control/dash")
        elif letter == "'":
            twice = following == "'"
            at += twice
            tokens.append(Token(Kind.SECOND if twice else Kind.MINUTE, "''" if twice else letter, glued))
        elif letter == ".":
            point(text, start, glued, tokens)
        elif letter in SIGNS:
            between = letter == "," and glued and digit(following) and tokens[-1].kind is Kind.NUMBER
            tokens.append(Token(Kind.DECIMAL if between else SIGNS[letter], letter, glued))
        elif letter.isnumeric():
            raise Unclear("time-control/other-digit", sign=letter)
        else:
            raise Unclear("time-control/unknown-sign", sign=letter)
        glued = True
    return tokens


def _again(text: str, dash: int, tokens: list[Token]) -> int:
    """Where the number behind a dash ends if it repeats the number that touches the dash; otherwise 0."""
    end = dash + 1
    while digit(text[end : end + 1]):
        end += 1
    number = tokens[-1].text if tokens and tokens[-1].kind is Kind.NUMBER and digit(text[dash - 1]) else ""
    return end if number and text[dash + 1 : end] == number else 0


def known(word: str, glued: bool, tokens: list[Token]) -> Token:
    """The token of a word: an ordinal's ending behind a number, otherwise what the lexicon says."""
    kind = LEXICON.get(word)
    if glued and word in ORDINALS and tokens[-1].kind is Kind.NUMBER:
        kind = Kind.ORDINAL
    elif glued and word == CYRILLIC_S and tokens[-1].kind is Kind.NUMBER:
        kind = Kind.SECOND  # 30с; with a blank before it, it is a preposition
    elif word == STANDARD_OR_HOURS and not any(token.kind is Kind.NUMBER for token in tokens):
        kind = Kind.LABEL
    if kind is Kind.GO:
        raise Unclear("time-control/byo-yomi")
    if kind is None:
        raise Unclear("time-control/unknown-word", word=word)
    return Token(kind, word, glued)


def point(text: str, at: int, glued: bool, tokens: list[Token]) -> None:
    """A full stop: it ends an abbreviation or the text, makes an ordinal or a decimal."""
    if digit(text[at + 1 : at + 2]) and text[at - 1 : at].isalpha():
        return  # "inc.30"
    if digit(text[at + 1 : at + 2]):
        tokens.append(Token(Kind.DECIMAL, ".", glued))
    elif at + 1 < len(text) and tokens and tokens[-1].kind is Kind.NUMBER:
        tokens.append(Token(Kind.ORDINAL, ".", glued))
    elif not tokens:
        raise Unclear("time-control/unknown-sign", sign=".")
