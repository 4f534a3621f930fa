CREATE TABLE imported_base (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_imported_base PRIMARY KEY (series, list)
)
-- next
CREATE TABLE imported_part (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_imported_part PRIMARY KEY (series, list)
)
-- next
CREATE TABLE log (
	seq INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	day INTEGER DEFAULT '0' NOT NULL, 
	who TEXT NOT NULL, 
	action TEXT NOT NULL, 
	subject TEXT DEFAULT '' NOT NULL, 
	why TEXT DEFAULT '' NOT NULL, 
	detail TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (seq)
)
-- next
CREATE INDEX ix_log_action ON log (action)
-- next
CREATE TABLE period_part (
	series TEXT NOT NULL, 
	chunk INTEGER NOT NULL, 
	list INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_period_part PRIMARY KEY (series, chunk, list, name)
)
-- next
CREATE TABLE roll_base (
	series TEXT NOT NULL, 
	chunk INTEGER NOT NULL, 
	list INTEGER NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_roll_base PRIMARY KEY (series, chunk, list)
)
-- next
CREATE TABLE roll_part (
	series TEXT NOT NULL, 
	chunk INTEGER NOT NULL, 
	list INTEGER NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_roll_part PRIMARY KEY (series, chunk, list)
)
-- next
CREATE TABLE setting (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_setting PRIMARY KEY (name)
)
-- next
CREATE TABLE arbiter (
	id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	federation TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_arbiter PRIMARY KEY (id), 
	CONSTRAINT fk_arbiter_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_arbiter_log ON arbiter (log)
-- next
CREATE TABLE attachment (
	sha256 TEXT NOT NULL, 
	packed BYTEA NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_attachment PRIMARY KEY (sha256), 
	CONSTRAINT fk_attachment_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_attachment_log ON attachment (log)
-- next
CREATE TABLE checkpoint (
	size INTEGER NOT NULL, 
	root TEXT NOT NULL, 
	day INTEGER NOT NULL, 
	signer TEXT DEFAULT '' NOT NULL, 
	signature TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_checkpoint PRIMARY KEY (size), 
	CONSTRAINT fk_checkpoint_size FOREIGN KEY(size) REFERENCES log (seq), 
	CONSTRAINT fk_checkpoint_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_checkpoint_log ON checkpoint (log)
-- next
CREATE TABLE effect (
	log INTEGER NOT NULL, 
	place TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_effect PRIMARY KEY (log, place), 
	CONSTRAINT fk_effect_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE TABLE event (
	key INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	series TEXT NOT NULL, 
	start INTEGER DEFAULT '0' NOT NULL, 
	"end" INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (key), 
	CONSTRAINT uq_event_code UNIQUE (code), 
	CONSTRAINT fk_event_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_event_log ON event (log)
-- next
CREATE INDEX ix_event_series_end ON event (series, "end")
-- next
CREATE INDEX ix_event_start_end ON event (start, "end")
-- next
CREATE TABLE federation (
	code TEXT NOT NULL, 
	name TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_federation PRIMARY KEY (code), 
	CONSTRAINT fk_federation_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_federation_log ON federation (log)
-- next
CREATE TABLE journal (
	log INTEGER NOT NULL, 
	act TEXT NOT NULL, 
	request TEXT NOT NULL, 
	actor TEXT DEFAULT '' NOT NULL, 
	channel TEXT DEFAULT '' NOT NULL, 
	call INTEGER DEFAULT '0' NOT NULL, 
	seen TEXT DEFAULT '' NOT NULL, 
	idempotency TEXT DEFAULT '' NOT NULL, 
	law TEXT DEFAULT '' NOT NULL, 
	build TEXT DEFAULT '' NOT NULL, 
	inputs INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_journal PRIMARY KEY (log), 
	CONSTRAINT fk_journal_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_journal_idempotency ON journal (idempotency)
-- next
CREATE TABLE law_text (
	sha256 TEXT NOT NULL, 
	body BYTEA NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_law_text PRIMARY KEY (sha256), 
	CONSTRAINT fk_law_text_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_law_text_log ON law_text (log)
-- next
CREATE TABLE link (
	log INTEGER NOT NULL, 
	salt TEXT NOT NULL, 
	entry TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	CONSTRAINT pk_link PRIMARY KEY (log), 
	CONSTRAINT fk_link_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE TABLE player (
	key INTEGER NOT NULL, 
	id BIGINT NOT NULL, 
	fide_id BIGINT, 
	name TEXT NOT NULL, 
	name_sort TEXT NOT NULL, 
	former_names TEXT DEFAULT '' NOT NULL, 
	sex TEXT DEFAULT '' NOT NULL, 
	federation TEXT DEFAULT '' NOT NULL, 
	region TEXT DEFAULT '' NOT NULL, 
	title TEXT DEFAULT '' NOT NULL, 
	national_title TEXT DEFAULT '' NOT NULL, 
	member INTEGER DEFAULT '0' NOT NULL, 
	died INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_player PRIMARY KEY (key), 
	CONSTRAINT uq_player_id UNIQUE (id), 
	CONSTRAINT uq_player_fide_id UNIQUE (fide_id), 
	CONSTRAINT fk_player_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_player_name_sort ON player (name_sort)
-- next
CREATE INDEX ix_player_log ON player (log)
-- next
CREATE TABLE preview (
	seq INTEGER NOT NULL, 
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	inputs_sha256 TEXT NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_preview PRIMARY KEY (seq), 
	CONSTRAINT fk_preview_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_preview_log ON preview (log)
-- next
CREATE TABLE revised_part (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	layer INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	chunk INTEGER NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_revised_part PRIMARY KEY (series, list, layer, name, chunk), 
	CONSTRAINT fk_revised_part_layer FOREIGN KEY(layer) REFERENCES log (seq)
)
-- next
CREATE TABLE revision (
	seq INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	target TEXT NOT NULL, 
	detail TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_revision PRIMARY KEY (seq), 
	CONSTRAINT uq_revision_code UNIQUE (code), 
	CONSTRAINT fk_revision_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_revision_target ON revision (target)
-- next
CREATE INDEX ix_revision_log ON revision (log)
-- next
CREATE TABLE series (
	name TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_series PRIMARY KEY (name), 
	CONSTRAINT fk_series_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_series_log ON series (log)
-- next
CREATE TABLE series_rule (
	seq INTEGER NOT NULL, 
	series TEXT NOT NULL, 
	name TEXT NOT NULL, 
	value TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_series_rule PRIMARY KEY (seq), 
	CONSTRAINT fk_series_rule_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_series_rule_log ON series_rule (log)
-- next
CREATE TABLE taken_back (
	seq INTEGER NOT NULL, 
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	sha256 TEXT NOT NULL, 
	head TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_taken_back PRIMARY KEY (seq), 
	CONSTRAINT fk_taken_back_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_taken_back_log ON taken_back (log)
-- next
CREATE TABLE birth (
	player INTEGER NOT NULL, 
	born INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_birth PRIMARY KEY (player), 
	CONSTRAINT fk_birth_player FOREIGN KEY(player) REFERENCES player (key)
)
-- next
CREATE TABLE claim (
	seq INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	event INTEGER, 
	round INTEGER DEFAULT '0' NOT NULL, 
	opponent INTEGER, 
	claimant TEXT NOT NULL, 
	role TEXT NOT NULL, 
	until INTEGER DEFAULT '0' NOT NULL, 
	article TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_claim PRIMARY KEY (seq), 
	CONSTRAINT uq_claim_code UNIQUE (code), 
	CONSTRAINT fk_claim_player FOREIGN KEY(player) REFERENCES player (key), 
	CONSTRAINT fk_claim_event FOREIGN KEY(event) REFERENCES event (key), 
	CONSTRAINT fk_claim_opponent FOREIGN KEY(opponent) REFERENCES player (key), 
	CONSTRAINT fk_claim_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_claim_player ON claim (player)
-- next
CREATE INDEX ix_claim_log ON claim (log)
-- next
CREATE TABLE correction (
	seq INTEGER NOT NULL, 
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	rating INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_correction PRIMARY KEY (seq), 
	CONSTRAINT fk_correction_player FOREIGN KEY(player) REFERENCES player (key), 
	CONSTRAINT fk_correction_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_correction_log ON correction (log)
-- next
CREATE TABLE event_change (
	seq INTEGER NOT NULL, 
	event INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	series TEXT NOT NULL, 
	start INTEGER DEFAULT '0' NOT NULL, 
	"end" INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_event_change PRIMARY KEY (seq), 
	CONSTRAINT fk_event_change_event FOREIGN KEY(event) REFERENCES event (key), 
	CONSTRAINT fk_event_change_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_event_change_event ON event_change (event)
-- next
CREATE INDEX ix_event_change_log ON event_change (log)
-- next
CREATE TABLE event_facts (
	seq INTEGER NOT NULL, 
	event INTEGER NOT NULL, 
	facts TEXT NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_event_facts PRIMARY KEY (seq), 
	CONSTRAINT fk_event_facts_event FOREIGN KEY(event) REFERENCES event (key), 
	CONSTRAINT fk_event_facts_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_event_facts_log ON event_facts (log)
-- next
CREATE INDEX ix_event_facts_event ON event_facts (event)
-- next
CREATE TABLE game_scores (
	seq INTEGER NOT NULL, 
	event INTEGER NOT NULL, 
	part INTEGER DEFAULT '0' NOT NULL, 
	sha256 TEXT NOT NULL, 
	file TEXT DEFAULT '' NOT NULL, 
	body BYTEA NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_game_scores PRIMARY KEY (seq), 
	CONSTRAINT fk_game_scores_event FOREIGN KEY(event) REFERENCES event (key), 
	CONSTRAINT fk_game_scores_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_game_scores_log ON game_scores (log)
-- next
CREATE INDEX ix_game_scores_event ON game_scores (event)
-- next
CREATE TABLE licence (
	seq INTEGER NOT NULL, 
	arbiter BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	since INTEGER DEFAULT '0' NOT NULL, 
	until INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_licence PRIMARY KEY (seq), 
	CONSTRAINT fk_licence_arbiter FOREIGN KEY(arbiter) REFERENCES arbiter (id), 
	CONSTRAINT fk_licence_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_licence_arbiter ON licence (arbiter)
-- next
CREATE INDEX ix_licence_log ON licence (log)
-- next
CREATE TABLE list_law (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	file TEXT NOT NULL, 
	sha256 TEXT NOT NULL, 
	CONSTRAINT pk_list_law PRIMARY KEY (series, list, file), 
	CONSTRAINT fk_list_law_sha256 FOREIGN KEY(sha256) REFERENCES law_text (sha256)
)
-- next
CREATE TABLE membership (
	seq INTEGER NOT NULL, 
	federation TEXT NOT NULL, 
	state TEXT NOT NULL, 
	since INTEGER DEFAULT '0' NOT NULL, 
	until INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_membership PRIMARY KEY (seq), 
	CONSTRAINT fk_membership_federation FOREIGN KEY(federation) REFERENCES federation (code), 
	CONSTRAINT fk_membership_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_membership_log ON membership (log)
-- next
CREATE INDEX ix_membership_federation ON membership (federation)
-- next
CREATE TABLE merge (
	seq INTEGER NOT NULL, 
	kept INTEGER NOT NULL, 
	gone INTEGER NOT NULL, 
	undoes INTEGER, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_merge PRIMARY KEY (seq), 
	CONSTRAINT fk_merge_kept FOREIGN KEY(kept) REFERENCES player (key), 
	CONSTRAINT fk_merge_gone FOREIGN KEY(gone) REFERENCES player (key), 
	CONSTRAINT uq_merge_undoes UNIQUE (undoes), 
	CONSTRAINT fk_merge_undoes FOREIGN KEY(undoes) REFERENCES merge (seq), 
	CONSTRAINT fk_merge_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_merge_gone ON merge (gone)
-- next
CREATE INDEX ix_merge_log ON merge (log)
-- next
CREATE TABLE player_change (
	seq INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	field TEXT NOT NULL, 
	"old" TEXT DEFAULT '' NOT NULL, 
	"new" TEXT DEFAULT '' NOT NULL, 
	since INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_player_change PRIMARY KEY (seq), 
	CONSTRAINT fk_player_change_player FOREIGN KEY(player) REFERENCES player (key), 
	CONSTRAINT fk_player_change_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_player_change_player ON player_change (player)
-- next
CREATE INDEX ix_player_change_log ON player_change (log)
-- next
CREATE TABLE pointer (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	CONSTRAINT pk_pointer PRIMARY KEY (series), 
	CONSTRAINT fk_pointer_series FOREIGN KEY(series) REFERENCES series (name)
)
-- next
CREATE TABLE preview_part (
	preview INTEGER NOT NULL, 
	provisional INTEGER DEFAULT '0' NOT NULL, 
	inputs TEXT NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_preview_part PRIMARY KEY (preview), 
	CONSTRAINT fk_preview_part_preview FOREIGN KEY(preview) REFERENCES preview (seq)
)
-- next
CREATE TABLE rating_list (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	edition TEXT DEFAULT '' NOT NULL, 
	edition_sha256 TEXT DEFAULT '' NOT NULL, 
	previous_sha256 TEXT DEFAULT '' NOT NULL, 
	inputs_sha256 TEXT DEFAULT '' NOT NULL, 
	sha256 TEXT NOT NULL, 
	players INTEGER DEFAULT '0' NOT NULL, 
	rehearsal INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_rating_list PRIMARY KEY (series, list), 
	CONSTRAINT fk_rating_list_series FOREIGN KEY(series) REFERENCES series (name), 
	CONSTRAINT fk_rating_list_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_rating_list_log ON rating_list (log)
-- next
CREATE TABLE rating_officer (
	seq INTEGER NOT NULL, 
	federation TEXT NOT NULL, 
	name TEXT DEFAULT '' NOT NULL, 
	since INTEGER DEFAULT '0' NOT NULL, 
	until INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_rating_officer PRIMARY KEY (seq), 
	CONSTRAINT fk_rating_officer_federation FOREIGN KEY(federation) REFERENCES federation (code), 
	CONSTRAINT fk_rating_officer_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_rating_officer_federation ON rating_officer (federation)
-- next
CREATE INDEX ix_rating_officer_log ON rating_officer (log)
-- next
CREATE TABLE report (
	seq INTEGER NOT NULL, 
	event INTEGER NOT NULL, 
	part INTEGER DEFAULT '0' NOT NULL, 
	draft INTEGER DEFAULT '0' NOT NULL, 
	sha256 TEXT NOT NULL, 
	fingerprint TEXT NOT NULL, 
	file TEXT DEFAULT '' NOT NULL, 
	body BYTEA NOT NULL, 
	games BYTEA NOT NULL, 
	first_day INTEGER DEFAULT '0' NOT NULL, 
	last_day INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_report PRIMARY KEY (seq), 
	CONSTRAINT uq_report_event_part_fingerprint_draft UNIQUE (event, part, fingerprint, draft), 
	CONSTRAINT fk_report_event FOREIGN KEY(event) REFERENCES event (key), 
	CONSTRAINT fk_report_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_report_event ON report (event)
-- next
CREATE INDEX ix_report_sha256 ON report (sha256)
-- next
CREATE INDEX ix_report_fingerprint ON report (fingerprint)
-- next
CREATE INDEX ix_report_log ON report (log)
-- next
CREATE TABLE revision_file (
	revision INTEGER NOT NULL, 
	sha256 TEXT NOT NULL, 
	file TEXT DEFAULT '' NOT NULL, 
	body BYTEA NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_revision_file PRIMARY KEY (revision), 
	CONSTRAINT fk_revision_file_revision FOREIGN KEY(revision) REFERENCES revision (seq), 
	CONSTRAINT fk_revision_file_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_revision_file_log ON revision_file (log)
-- next
CREATE TABLE revision_step (
	seq INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	detail TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_revision_step PRIMARY KEY (seq), 
	CONSTRAINT fk_revision_step_revision FOREIGN KEY(revision) REFERENCES revision (seq), 
	CONSTRAINT fk_revision_step_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_revision_step_log ON revision_step (log)
-- next
CREATE INDEX ix_revision_step_revision ON revision_step (revision)
-- next
CREATE TABLE taken_back_part (
	taken_back INTEGER NOT NULL, 
	place TEXT NOT NULL, 
	name TEXT NOT NULL, 
	chunk INTEGER NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_taken_back_part PRIMARY KEY (taken_back, place, name, chunk), 
	CONSTRAINT fk_taken_back_part_taken_back FOREIGN KEY(taken_back) REFERENCES taken_back (seq)
)
-- next
CREATE TABLE claim_answer (
	seq INTEGER NOT NULL, 
	claim INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	revision TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_claim_answer PRIMARY KEY (seq), 
	CONSTRAINT uq_claim_answer_claim UNIQUE (claim), 
	CONSTRAINT fk_claim_answer_claim FOREIGN KEY(claim) REFERENCES claim (seq), 
	CONSTRAINT fk_claim_answer_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_claim_answer_log ON claim_answer (log)
-- next
CREATE TABLE decision (
	seq INTEGER NOT NULL, 
	event INTEGER NOT NULL, 
	part INTEGER DEFAULT '0' NOT NULL, 
	report INTEGER, 
	kind TEXT NOT NULL, 
	detail TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_decision PRIMARY KEY (seq), 
	CONSTRAINT fk_decision_event FOREIGN KEY(event) REFERENCES event (key), 
	CONSTRAINT fk_decision_report FOREIGN KEY(report) REFERENCES report (seq), 
	CONSTRAINT fk_decision_log FOREIGN KEY(log) REFERENCES log (seq)
)
-- next
CREATE INDEX ix_decision_kind ON decision (kind)
-- next
CREATE INDEX ix_decision_log ON decision (log)
-- next
CREATE INDEX ix_decision_event ON decision (event)
-- next
CREATE TABLE examination (
	report INTEGER NOT NULL, 
	stamp TEXT NOT NULL, 
	answer TEXT NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_examination PRIMARY KEY (report, stamp), 
	CONSTRAINT fk_examination_report FOREIGN KEY(report) REFERENCES report (seq)
)
-- next
CREATE TABLE game_week (
	week INTEGER NOT NULL, 
	pair BIGINT NOT NULL, 
	report INTEGER NOT NULL, 
	CONSTRAINT pk_game_week PRIMARY KEY (week, pair, report), 
	CONSTRAINT fk_game_week_report FOREIGN KEY(report) REFERENCES report (seq)
)
-- next
CREATE TABLE content (
	decision INTEGER NOT NULL, 
	event_key BIGINT NOT NULL, 
	start INTEGER DEFAULT '0' NOT NULL, 
	"end" INTEGER DEFAULT '0' NOT NULL, 
	enters INTEGER DEFAULT '0' NOT NULL, 
	sha256 TEXT NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_content PRIMARY KEY (decision), 
	CONSTRAINT fk_content_decision FOREIGN KEY(decision) REFERENCES decision (seq)
)
-- next
CREATE INDEX ix_content_event_key ON content (event_key)
-- next
CREATE TABLE identified_games (
	decision INTEGER NOT NULL, 
	report INTEGER NOT NULL, 
	games BYTEA NOT NULL, 
	CONSTRAINT pk_identified_games PRIMARY KEY (decision), 
	CONSTRAINT fk_identified_games_decision FOREIGN KEY(decision) REFERENCES decision (seq), 
	CONSTRAINT fk_identified_games_report FOREIGN KEY(report) REFERENCES report (seq)
)
-- next
CREATE INDEX ix_identified_games_report ON identified_games (report)
-- next
CREATE TABLE ledger_part (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_ledger_part PRIMARY KEY (series, list, decision), 
	CONSTRAINT fk_ledger_part_decision FOREIGN KEY(decision) REFERENCES decision (seq)
)
-- next
CREATE TABLE rated (
	event INTEGER NOT NULL, 
	part INTEGER NOT NULL, 
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	CONSTRAINT pk_rated PRIMARY KEY (event, part), 
	CONSTRAINT fk_rated_event FOREIGN KEY(event) REFERENCES event (key), 
	CONSTRAINT uq_rated_decision UNIQUE (decision), 
	CONSTRAINT fk_rated_decision FOREIGN KEY(decision) REFERENCES decision (seq)
)
-- next
CREATE INDEX ix_rated_series_list ON rated (series, list)
-- next
CREATE TABLE revised_ledger (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	layer INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	packed BYTEA NOT NULL, 
	CONSTRAINT pk_revised_ledger PRIMARY KEY (series, list, layer, decision), 
	CONSTRAINT fk_revised_ledger_layer FOREIGN KEY(layer) REFERENCES log (seq), 
	CONSTRAINT fk_revised_ledger_decision FOREIGN KEY(decision) REFERENCES decision (seq)
)
-- next
CREATE OR REPLACE FUNCTION arpad_kept() RETURNS trigger LANGUAGE plpgsql AS $$  BEGIN RAISE EXCEPTION 'rows of %% are never changed or deleted', TG_TABLE_NAME; END  $$
-- next
CREATE OR REPLACE FUNCTION arpad_rating_list_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'DELETE' AND OLD.kind <> 'computed' AND EXISTS (SELECT 1 FROM taken_back t WHERE t.series = OLD.series AND t.log = (SELECT max(seq) FROM log) AND t.list = OLD.list AND t.sha256 = OLD.sha256) AND NOT EXISTS (SELECT 1 FROM rating_list later WHERE later.series = OLD.series AND later.list > OLD.list) THEN RETURN OLD; END IF; RAISE EXCEPTION 'rows of %% are never changed or deleted', TG_TABLE_NAME; END $$
-- next
CREATE OR REPLACE FUNCTION arpad_list_law_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM taken_back t WHERE t.series = OLD.series AND t.log = (SELECT max(seq) FROM log) AND t.list = OLD.list) THEN RETURN OLD; END IF; RAISE EXCEPTION 'rows of %% are never changed or deleted', TG_TABLE_NAME; END $$
-- next
CREATE OR REPLACE FUNCTION arpad_roll_part_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM taken_back t WHERE t.series = OLD.series AND t.log = (SELECT max(seq) FROM log) AND t.list = OLD.list AND EXISTS (SELECT 1 FROM taken_back_part p WHERE p.taken_back = t.seq AND p.place = 'roll_part' AND p.name = '' AND p.chunk = OLD.chunk AND p.packed = OLD.packed)) THEN RETURN OLD; END IF; RAISE EXCEPTION 'rows of %% are never changed or deleted', TG_TABLE_NAME; END $$
-- next
CREATE OR REPLACE FUNCTION arpad_period_part_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM taken_back t WHERE t.series = OLD.series AND t.log = (SELECT max(seq) FROM log) AND t.list = OLD.list AND EXISTS (SELECT 1 FROM taken_back_part p WHERE p.taken_back = t.seq AND p.place = 'period_part' AND p.name = OLD.name AND p.chunk = OLD.chunk AND p.packed = OLD.packed)) THEN RETURN OLD; END IF; RAISE EXCEPTION 'rows of %% are never changed or deleted', TG_TABLE_NAME; END $$
-- next
CREATE OR REPLACE FUNCTION arpad_imported_part_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM taken_back t WHERE t.series = OLD.series AND t.log = (SELECT max(seq) FROM log) AND t.list = OLD.list AND EXISTS (SELECT 1 FROM taken_back_part p WHERE p.taken_back = t.seq AND p.place = 'imported_part' AND p.name = '' AND p.chunk = 0 AND p.packed = OLD.packed)) THEN RETURN OLD; END IF; RAISE EXCEPTION 'rows of %% are never changed or deleted', TG_TABLE_NAME; END $$
-- next
CREATE OR REPLACE FUNCTION arpad_imported_base_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM taken_back t WHERE t.series = OLD.series AND t.log = (SELECT max(seq) FROM log) AND t.list = OLD.list AND EXISTS (SELECT 1 FROM taken_back_part p WHERE p.taken_back = t.seq AND p.place = 'imported_base' AND p.name = '' AND p.chunk = 0 AND p.packed = OLD.packed)) THEN RETURN OLD; END IF; RAISE EXCEPTION 'rows of %% are never changed or deleted', TG_TABLE_NAME; END $$
-- next
CREATE OR REPLACE FUNCTION arpad_series_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM taken_back t WHERE t.series = OLD.name AND t.log = (SELECT max(seq) FROM log)) THEN RETURN OLD; END IF; RAISE EXCEPTION 'rows of %% are never changed or deleted', TG_TABLE_NAME; END $$
-- next
CREATE OR REPLACE FUNCTION arpad_event_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF TG_OP = 'UPDATE' AND OLD.key = NEW.key AND OLD.log = NEW.log AND EXISTS (SELECT 1 FROM event_change c WHERE c.event = OLD.key AND c.log = (SELECT max(seq) FROM log) AND c.code = OLD.code AND c.series = OLD.series AND c.start = OLD.start AND c."end" = OLD."end") AND NOT EXISTS (SELECT 1 FROM rated r WHERE r.event = OLD.key) THEN RETURN NEW; END IF; RAISE EXCEPTION 'rows of %% are never changed or deleted', TG_TABLE_NAME; END $$
-- next
CREATE TRIGGER arbiter_kept BEFORE DELETE ON arbiter FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER arbiter_whole BEFORE TRUNCATE ON arbiter FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER attachment_kept BEFORE DELETE OR UPDATE ON attachment FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER attachment_whole BEFORE TRUNCATE ON attachment FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER birth_kept BEFORE DELETE ON birth FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER birth_whole BEFORE TRUNCATE ON birth FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER checkpoint_kept BEFORE DELETE OR UPDATE ON checkpoint FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER checkpoint_whole BEFORE TRUNCATE ON checkpoint FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER claim_kept BEFORE DELETE OR UPDATE ON claim FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER claim_whole BEFORE TRUNCATE ON claim FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER claim_answer_kept BEFORE DELETE OR UPDATE ON claim_answer FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER claim_answer_whole BEFORE TRUNCATE ON claim_answer FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER content_kept BEFORE DELETE OR UPDATE ON content FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER content_whole BEFORE TRUNCATE ON content FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER correction_kept BEFORE DELETE OR UPDATE ON correction FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER correction_whole BEFORE TRUNCATE ON correction FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER decision_kept BEFORE DELETE OR UPDATE ON decision FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER decision_whole BEFORE TRUNCATE ON decision FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER effect_kept BEFORE DELETE OR UPDATE ON effect FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER effect_whole BEFORE TRUNCATE ON effect FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER event_kept BEFORE DELETE OR UPDATE ON event FOR EACH ROW EXECUTE FUNCTION arpad_event_kept()
-- next
CREATE TRIGGER event_whole BEFORE TRUNCATE ON event FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER event_change_kept BEFORE DELETE OR UPDATE ON event_change FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER event_change_whole BEFORE TRUNCATE ON event_change FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER event_facts_kept BEFORE DELETE OR UPDATE ON event_facts FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER event_facts_whole BEFORE TRUNCATE ON event_facts FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER examination_kept BEFORE DELETE OR UPDATE ON examination FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER examination_whole BEFORE TRUNCATE ON examination FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER federation_kept BEFORE DELETE ON federation FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER federation_whole BEFORE TRUNCATE ON federation FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER game_scores_kept BEFORE DELETE OR UPDATE ON game_scores FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER game_scores_whole BEFORE TRUNCATE ON game_scores FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER game_week_kept BEFORE DELETE OR UPDATE ON game_week FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER game_week_whole BEFORE TRUNCATE ON game_week FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER identified_games_kept BEFORE DELETE OR UPDATE ON identified_games FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER identified_games_whole BEFORE TRUNCATE ON identified_games FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER imported_base_kept BEFORE DELETE OR UPDATE ON imported_base FOR EACH ROW EXECUTE FUNCTION arpad_imported_base_kept()
-- next
CREATE TRIGGER imported_base_whole BEFORE TRUNCATE ON imported_base FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER imported_part_kept BEFORE DELETE OR UPDATE ON imported_part FOR EACH ROW EXECUTE FUNCTION arpad_imported_part_kept()
-- next
CREATE TRIGGER imported_part_whole BEFORE TRUNCATE ON imported_part FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER journal_kept BEFORE DELETE OR UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER journal_whole BEFORE TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER law_text_kept BEFORE DELETE OR UPDATE ON law_text FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER law_text_whole BEFORE TRUNCATE ON law_text FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER ledger_part_kept BEFORE DELETE OR UPDATE ON ledger_part FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER ledger_part_whole BEFORE TRUNCATE ON ledger_part FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER licence_kept BEFORE DELETE OR UPDATE ON licence FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER licence_whole BEFORE TRUNCATE ON licence FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER link_kept BEFORE DELETE OR UPDATE ON link FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER link_whole BEFORE TRUNCATE ON link FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER list_law_kept BEFORE DELETE OR UPDATE ON list_law FOR EACH ROW EXECUTE FUNCTION arpad_list_law_kept()
-- next
CREATE TRIGGER list_law_whole BEFORE TRUNCATE ON list_law FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER log_kept BEFORE DELETE OR UPDATE ON log FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER log_whole BEFORE TRUNCATE ON log FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER membership_kept BEFORE DELETE OR UPDATE ON membership FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER membership_whole BEFORE TRUNCATE ON membership FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER merge_kept BEFORE DELETE OR UPDATE ON merge FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER merge_whole BEFORE TRUNCATE ON merge FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER period_part_kept BEFORE DELETE OR UPDATE ON period_part FOR EACH ROW EXECUTE FUNCTION arpad_period_part_kept()
-- next
CREATE TRIGGER period_part_whole BEFORE TRUNCATE ON period_part FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER player_kept BEFORE DELETE ON player FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER player_whole BEFORE TRUNCATE ON player FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER player_change_kept BEFORE DELETE OR UPDATE ON player_change FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER player_change_whole BEFORE TRUNCATE ON player_change FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER preview_kept BEFORE DELETE OR UPDATE ON preview FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER preview_whole BEFORE TRUNCATE ON preview FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER preview_part_kept BEFORE DELETE OR UPDATE ON preview_part FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER preview_part_whole BEFORE TRUNCATE ON preview_part FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER rated_kept BEFORE DELETE OR UPDATE ON rated FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER rated_whole BEFORE TRUNCATE ON rated FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER rating_list_kept BEFORE DELETE OR UPDATE ON rating_list FOR EACH ROW EXECUTE FUNCTION arpad_rating_list_kept()
-- next
CREATE TRIGGER rating_list_whole BEFORE TRUNCATE ON rating_list FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER rating_officer_kept BEFORE DELETE OR UPDATE ON rating_officer FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER rating_officer_whole BEFORE TRUNCATE ON rating_officer FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER report_kept BEFORE DELETE OR UPDATE ON report FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER report_whole BEFORE TRUNCATE ON report FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revised_ledger_kept BEFORE DELETE OR UPDATE ON revised_ledger FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revised_ledger_whole BEFORE TRUNCATE ON revised_ledger FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revised_part_kept BEFORE DELETE OR UPDATE ON revised_part FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revised_part_whole BEFORE TRUNCATE ON revised_part FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revision_kept BEFORE DELETE OR UPDATE ON revision FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revision_whole BEFORE TRUNCATE ON revision FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revision_file_kept BEFORE DELETE OR UPDATE ON revision_file FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revision_file_whole BEFORE TRUNCATE ON revision_file FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revision_step_kept BEFORE DELETE OR UPDATE ON revision_step FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER revision_step_whole BEFORE TRUNCATE ON revision_step FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER roll_base_kept BEFORE DELETE OR UPDATE ON roll_base FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER roll_base_whole BEFORE TRUNCATE ON roll_base FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER roll_part_kept BEFORE DELETE OR UPDATE ON roll_part FOR EACH ROW EXECUTE FUNCTION arpad_roll_part_kept()
-- next
CREATE TRIGGER roll_part_whole BEFORE TRUNCATE ON roll_part FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER series_kept BEFORE DELETE ON series FOR EACH ROW EXECUTE FUNCTION arpad_series_kept()
-- next
CREATE TRIGGER series_whole BEFORE TRUNCATE ON series FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER series_rule_kept BEFORE DELETE OR UPDATE ON series_rule FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER series_rule_whole BEFORE TRUNCATE ON series_rule FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER setting_kept BEFORE DELETE ON setting FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER setting_whole BEFORE TRUNCATE ON setting FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER taken_back_kept BEFORE DELETE OR UPDATE ON taken_back FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER taken_back_whole BEFORE TRUNCATE ON taken_back FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER taken_back_part_kept BEFORE DELETE OR UPDATE ON taken_back_part FOR EACH ROW EXECUTE FUNCTION arpad_kept()
-- next
CREATE TRIGGER taken_back_part_whole BEFORE TRUNCATE ON taken_back_part FOR EACH STATEMENT EXECUTE FUNCTION arpad_kept()
-- next
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)
-- next
INSERT INTO alembic_version (version_num) VALUES ('0006')
