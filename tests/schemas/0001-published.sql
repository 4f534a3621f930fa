PRAGMA application_id = 1095913540;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE arbiter (
	id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	federation TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_arbiter PRIMARY KEY (id), 
	CONSTRAINT fk_arbiter_log FOREIGN KEY(log) REFERENCES log (seq)
)
 STRICT

;
CREATE TABLE birth (
	player INTEGER NOT NULL, 
	born INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_birth PRIMARY KEY (player), 
	CONSTRAINT fk_birth_player FOREIGN KEY(player) REFERENCES player ("key")
)
 STRICT

;
INSERT INTO "birth" VALUES(0,19800102);
INSERT INTO "birth" VALUES(1,19800102);
INSERT INTO "birth" VALUES(2,19800102);
INSERT INTO "birth" VALUES(3,19800102);
INSERT INTO "birth" VALUES(4,19800102);
INSERT INTO "birth" VALUES(5,19800102);
INSERT INTO "birth" VALUES(6,19800102);
INSERT INTO "birth" VALUES(7,19800102);
INSERT INTO "birth" VALUES(8,19800102);
INSERT INTO "birth" VALUES(9,19800102);
INSERT INTO "birth" VALUES(10,19800102);
INSERT INTO "birth" VALUES(11,19800102);
INSERT INTO "birth" VALUES(12,19800102);
INSERT INTO "birth" VALUES(13,19800102);
INSERT INTO "birth" VALUES(14,19800102);
INSERT INTO "birth" VALUES(15,19800102);
INSERT INTO "birth" VALUES(16,19800102);
INSERT INTO "birth" VALUES(17,19800102);
INSERT INTO "birth" VALUES(18,19800102);
INSERT INTO "birth" VALUES(19,19800102);
INSERT INTO "birth" VALUES(20,19800102);
INSERT INTO "birth" VALUES(21,19800102);
INSERT INTO "birth" VALUES(22,19800102);
INSERT INTO "birth" VALUES(23,19800102);
INSERT INTO "birth" VALUES(24,19800102);
INSERT INTO "birth" VALUES(25,19800102);
INSERT INTO "birth" VALUES(26,19800102);
INSERT INTO "birth" VALUES(27,19800102);
INSERT INTO "birth" VALUES(28,19800102);
INSERT INTO "birth" VALUES(29,19800102);
INSERT INTO "birth" VALUES(30,19800102);
INSERT INTO "birth" VALUES(31,19800102);
INSERT INTO "birth" VALUES(32,19800102);
INSERT INTO "birth" VALUES(33,19800102);
INSERT INTO "birth" VALUES(34,19800102);
INSERT INTO "birth" VALUES(35,19800102);
INSERT INTO "birth" VALUES(36,19800102);
INSERT INTO "birth" VALUES(37,19800102);
INSERT INTO "birth" VALUES(38,19800102);
INSERT INTO "birth" VALUES(39,19800102);
CREATE TABLE content (
	decision INTEGER NOT NULL, 
	event_key INTEGER NOT NULL, 
	start INTEGER DEFAULT '0' NOT NULL, 
	"end" INTEGER DEFAULT '0' NOT NULL, 
	enters INTEGER DEFAULT '0' NOT NULL, 
	sha256 TEXT NOT NULL, 
	packed BLOB NOT NULL, 
	CONSTRAINT pk_content PRIMARY KEY (decision), 
	CONSTRAINT fk_content_decision FOREIGN KEY(decision) REFERENCES decision (seq)
)
 STRICT

;
INSERT INTO "content" VALUES(3,-4047141410359693763,20251110,20251114,202512,'9541ce8b4dfa0331c3928b6ef0dc77ab132b4bf8c04291040587ac39f4a4ff89',X'1200000000000000E6013501EA01350100000F170300101703003800000000000000000000000100000002000000030000000400000005000000060000000700000001000200030004000500060007000800000000000000000040010000000000000000000001000000020000000300000000000000010000000200000007000000000000000100000007000000060000000000000007000000060000000500000000000000050000000400000006000000070000000600000005000000040000000600000004000000030000000500000005000000020000000300000004000000040000000100000002000000030000000300000001000000020000000700000002020202020202010202000101010101010101010000000000000001000002010101010101010101010101010101010101010101010101010101010101000100010001000200020002000200030003000300030004000400040004000500050005000500010001000100010002000200020002000300030003000300040004000400040005000500050005000000000000000000000000000000000000000000');
INSERT INTO "content" VALUES(6,-2000583927188244594,20251110,20251112,202512,'636b33e444682e09a227de0ae40da7e0225542822193b941ed1bec72b1507099',X'1200000000000000E6013501E801350100000F17030010170300380000000000000008000000090000000A0000000B0000000C0000000D0000002000000021000000010002000300040005000600070008000000000000000000C000000000000000000000000100000002000000030000000000000001000000020000000700000000000000010000000700000006000000070000000600000005000000040000000600000004000000030000000500000005000000020000000300000004000000020202020202020102020001000000000000000100000201010101010101010101010101010001000100010002000200020002000300030003000300010001000100010002000200020002000300030003000300000000000000000000000000');
INSERT INTO "content" VALUES(9,-6600171685517985538,20251110,20251112,202512,'43369576505082a7650074620bf6845b93c9ba2bf92f685bec5a7eaf31ef0ecf',X'1200000000000000E6013501E801350100000F1703001017030038000000000000000E0000000F000000100000001100000012000000130000002200000023000000010002000300040005000600070008000000000000000000C000000000000000000000000100000002000000030000000000000001000000020000000700000000000000010000000700000006000000070000000600000005000000040000000600000004000000030000000500000005000000020000000300000004000000020202020202020102020001000000000000000100000201010101010101010101010101010001000100010002000200020002000300030003000300010001000100010002000200020002000300030003000300000000000000000000000000');
INSERT INTO "content" VALUES(12,-7387305274102729402,20251110,20251112,202512,'012e0f02c62981a3571dcb38cd4c7650cef87f70255de6bae7823846b0fb9772',X'1200000000000000E6013501E801350100000F1703001017030038000000000000001400000015000000160000001700000018000000190000002400000025000000010002000300040005000600070008000000000000000000C000000000000000000000000100000002000000030000000000000001000000020000000700000000000000010000000700000006000000070000000600000005000000040000000600000004000000030000000500000005000000020000000300000004000000020202020202020102020001000000000000000100000201010101010101010101010101010001000100010002000200020002000300030003000300010001000100010002000200020002000300030003000300000000000000000000000000');
INSERT INTO "content" VALUES(15,1074081935370827543,20251208,20251210,202601,'3be7d8a25938a0a2ede93c74652c77894221c82cfde8b890826b95b514ebe22d',X'1200000000000000480235014A0235010000101703006917030038000000000000000000000001000000020000000300000004000000050000002000000024000000010002000300040005000600070008000000000000000000C000000000000000000000000100000002000000030000000000000001000000020000000700000000000000010000000700000006000000070000000600000005000000040000000600000004000000030000000500000005000000020000000300000004000000020202020202020102020001000000000000000100000201010101010101010101010101010001000100010002000200020002000300030003000300010001000100010002000200020002000300030003000300000000000000000000000000');
INSERT INTO "content" VALUES(18,2672565418697096516,20251208,20251210,202601,'0ee9f6177385dd675e54d2d5a45b7b3af9ebe69fb6fa2298c19a90185daee650',X'1200000000000000480235014A02350100001017030069170300380000000000000008000000090000000A0000000B0000000C0000000D0000002100000026000000010002000300040005000600070008000000000000000000C000000000000000000000000100000002000000030000000000000001000000020000000700000000000000010000000700000006000000070000000600000005000000040000000600000004000000030000000500000005000000020000000300000004000000020202020202020102020001000000000000000100000201010101010101010101010101010001000100010002000200020002000300030003000300010001000100010002000200020002000300030003000300000000000000000000000000');
INSERT INTO "content" VALUES(21,-732749167298346009,20260112,20260115,202602,'bcacc029954a5e799573df4d64d7983eb2882e39836322bf4461a35160bfd040',X'120000000000000010253501132535010000691703006A17030038000000000000000000000001000000020000000300000004000000050000002000000023000000010002000300040005000600070008000000000000000000000100000000000000000000010000000200000003000000000000000100000002000000070000000000000001000000070000000600000000000000070000000600000005000000070000000600000005000000040000000600000004000000030000000500000005000000020000000300000004000000040000000100000002000000030000000202020202020201020200010101010100000000000000010000020101010101010101010101010101010101010101010100010001000100020002000200020003000300030003000400040004000400010001000100010002000200020002000300030003000300040004000400040000000000000000000000000000000000');
CREATE TABLE correction (
	seq INTEGER NOT NULL, 
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	rating INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_correction PRIMARY KEY (seq), 
	CONSTRAINT fk_correction_log FOREIGN KEY(log) REFERENCES log (seq), 
	CONSTRAINT fk_correction_player FOREIGN KEY(player) REFERENCES player ("key")
)
 STRICT

;
INSERT INTO "correction" VALUES(1,'fide-standard',202512,2,1600,16);
CREATE TABLE decision (
	seq INTEGER NOT NULL, 
	event INTEGER NOT NULL, 
	part INTEGER DEFAULT '0' NOT NULL, 
	report INTEGER, 
	kind TEXT NOT NULL, 
	detail TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_decision PRIMARY KEY (seq), 
	CONSTRAINT fk_decision_event FOREIGN KEY(event) REFERENCES event ("key"), 
	CONSTRAINT fk_decision_log FOREIGN KEY(log) REFERENCES log (seq), 
	CONSTRAINT fk_decision_report FOREIGN KEY(report) REFERENCES report (seq)
)
 STRICT

;
INSERT INTO "decision" VALUES(1,1,0,NULL,'registered','',4);
INSERT INTO "decision" VALUES(2,1,0,1,'reported','{"edition": "fide-standard-2025", "findings": [], "rounds": null, "verdict": "ratable"}',5);
INSERT INTO "decision" VALUES(3,1,0,1,'admitted','{"edition": "fide-standard-2025", "findings": [], "verdict": "ratable"}',6);
INSERT INTO "decision" VALUES(4,2,0,NULL,'registered','',7);
INSERT INTO "decision" VALUES(5,2,0,2,'reported','{"edition": "fide-standard-2025", "findings": [{"articles": ["0.2.2"], "code": "registration-notice", "column": null, "fields": {"authority": "qc-chair", "by": "qc-chair", "due": "2025-11-07", "registered": "2025-11-16"}, "file": "open.trf", "line": null, "message": "registration-notice/late-accepted", "overridden": null, "player": null, "remedy": null, "round": null, "sentence": "The event was registered on 2025-11-16, after 2025-11-07; the late registration was accepted (qc-chair).", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented33, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented33, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented34, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented34, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented34, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented34, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "rounds": null, "verdict": "ratable"}',8);
INSERT INTO "decision" VALUES(6,2,0,2,'admitted','{"edition": "fide-standard-2025", "findings": [{"articles": ["0.2.2"], "code": "registration-notice", "column": null, "fields": {"authority": "qc-chair", "by": "qc-chair", "due": "2025-11-07", "registered": "2025-11-16"}, "file": "open.trf", "line": null, "message": "registration-notice/late-accepted", "overridden": null, "player": null, "remedy": null, "round": null, "sentence": "The event was registered on 2025-11-16, after 2025-11-07; the late registration was accepted (qc-chair).", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented33, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented33, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented34, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented34, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented34, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented34, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "verdict": "ratable"}',9);
INSERT INTO "decision" VALUES(7,3,0,NULL,'registered','',10);
INSERT INTO "decision" VALUES(8,3,0,3,'reported','{"edition": "fide-standard-2025", "findings": [{"articles": ["0.2.2"], "code": "registration-notice", "column": null, "fields": {"authority": "qc-chair", "by": "qc-chair", "due": "2025-11-07", "registered": "2025-11-16"}, "file": "open.trf", "line": null, "message": "registration-notice/late-accepted", "overridden": null, "player": null, "remedy": null, "round": null, "sentence": "The event was registered on 2025-11-16, after 2025-11-07; the late registration was accepted (qc-chair).", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented35, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented35, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented35, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented35, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented36, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented36, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented36, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented36, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "rounds": null, "verdict": "ratable"}',11);
INSERT INTO "decision" VALUES(9,3,0,3,'admitted','{"edition": "fide-standard-2025", "findings": [{"articles": ["0.2.2"], "code": "registration-notice", "column": null, "fields": {"authority": "qc-chair", "by": "qc-chair", "due": "2025-11-07", "registered": "2025-11-16"}, "file": "open.trf", "line": null, "message": "registration-notice/late-accepted", "overridden": null, "player": null, "remedy": null, "round": null, "sentence": "The event was registered on 2025-11-16, after 2025-11-07; the late registration was accepted (qc-chair).", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented35, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented35, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented35, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented35, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented36, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented36, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented36, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented36, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "verdict": "ratable"}',12);
INSERT INTO "decision" VALUES(10,4,0,NULL,'registered','',13);
INSERT INTO "decision" VALUES(11,4,0,4,'reported','{"edition": "fide-standard-2025", "findings": [{"articles": ["0.2.2"], "code": "registration-notice", "column": null, "fields": {"authority": "qc-chair", "by": "qc-chair", "due": "2025-11-07", "registered": "2025-11-16"}, "file": "open.trf", "line": null, "message": "registration-notice/late-accepted", "overridden": null, "player": null, "remedy": null, "round": null, "sentence": "The event was registered on 2025-11-16, after 2025-11-07; the late registration was accepted (qc-chair).", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented37, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented37, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented37, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented37, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented38, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented38, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented38, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented38, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "rounds": null, "verdict": "ratable"}',14);
INSERT INTO "decision" VALUES(12,4,0,4,'admitted','{"edition": "fide-standard-2025", "findings": [{"articles": ["0.2.2"], "code": "registration-notice", "column": null, "fields": {"authority": "qc-chair", "by": "qc-chair", "due": "2025-11-07", "registered": "2025-11-16"}, "file": "open.trf", "line": null, "message": "registration-notice/late-accepted", "overridden": null, "player": null, "remedy": null, "round": null, "sentence": "The event was registered on 2025-11-16, after 2025-11-07; the late registration was accepted (qc-chair).", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented37, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented37, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented37, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented37, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented38, Ann", "needed": 5, "until": "2028-01"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented38, Ann: 3 of 5 games; they count until 2028-01.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented38, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented38, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "verdict": "ratable"}',15);
INSERT INTO "decision" VALUES(13,5,0,NULL,'registered','',21);
INSERT INTO "decision" VALUES(14,5,0,5,'reported','{"edition": "fide-standard-2025", "findings": [{"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1555, "name": "Invented1, Ann", "printed": 1515}, "file": "open.trf", "line": 13, "message": "ratings-used/differs", "overridden": null, "player": 1, "remedy": null, "round": null, "sentence": "Invented1, Ann is printed with 1515; on the list at the start: 1555. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1568, "name": "Invented2, Ann", "printed": 1530}, "file": "open.trf", "line": 14, "message": "ratings-used/differs", "overridden": null, "player": 2, "remedy": null, "round": null, "sentence": "Invented2, Ann is printed with 1530; on the list at the start: 1568. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1614, "name": "Invented3, Ann", "printed": 1545}, "file": "open.trf", "line": 15, "message": "ratings-used/differs", "overridden": null, "player": 3, "remedy": null, "round": null, "sentence": "Invented3, Ann is printed with 1545; on the list at the start: 1614. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1571, "name": "Invented4, Ann", "printed": 1560}, "file": "open.trf", "line": 16, "message": "ratings-used/differs", "overridden": null, "player": 4, "remedy": null, "round": null, "sentence": "Invented4, Ann is printed with 1560; on the list at the start: 1571. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1552, "name": "Invented5, Ann", "printed": 1575}, "file": "open.trf", "line": 17, "message": "ratings-used/differs", "overridden": null, "player": 5, "remedy": null, "round": null, "sentence": "Invented5, Ann is printed with 1575; on the list at the start: 1552. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1565, "name": "Invented6, Ann", "printed": 1590}, "file": "open.trf", "line": 18, "message": "ratings-used/differs", "overridden": null, "player": 6, "remedy": null, "round": null, "sentence": "Invented6, Ann is printed with 1590; on the list at the start: 1565. The list counts.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented33, Ann", "needed": 5, "until": "2028-02"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann: 3 of 5 games; they count until 2028-02.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented33, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented37, Ann", "needed": 5, "until": "2028-02"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented37, Ann: 3 of 5 games; they count until 2028-02.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented37, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented37, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "rounds": null, "verdict": "ratable"}',22);
INSERT INTO "decision" VALUES(15,5,0,5,'admitted','{"edition": "fide-standard-2025", "findings": [{"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1555, "name": "Invented1, Ann", "printed": 1515}, "file": "open.trf", "line": 13, "message": "ratings-used/differs", "overridden": null, "player": 1, "remedy": null, "round": null, "sentence": "Invented1, Ann is printed with 1515; on the list at the start: 1555. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1568, "name": "Invented2, Ann", "printed": 1530}, "file": "open.trf", "line": 14, "message": "ratings-used/differs", "overridden": null, "player": 2, "remedy": null, "round": null, "sentence": "Invented2, Ann is printed with 1530; on the list at the start: 1568. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1614, "name": "Invented3, Ann", "printed": 1545}, "file": "open.trf", "line": 15, "message": "ratings-used/differs", "overridden": null, "player": 3, "remedy": null, "round": null, "sentence": "Invented3, Ann is printed with 1545; on the list at the start: 1614. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1571, "name": "Invented4, Ann", "printed": 1560}, "file": "open.trf", "line": 16, "message": "ratings-used/differs", "overridden": null, "player": 4, "remedy": null, "round": null, "sentence": "Invented4, Ann is printed with 1560; on the list at the start: 1571. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1552, "name": "Invented5, Ann", "printed": 1575}, "file": "open.trf", "line": 17, "message": "ratings-used/differs", "overridden": null, "player": 5, "remedy": null, "round": null, "sentence": "Invented5, Ann is printed with 1575; on the list at the start: 1552. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1565, "name": "Invented6, Ann", "printed": 1590}, "file": "open.trf", "line": 18, "message": "ratings-used/differs", "overridden": null, "player": 6, "remedy": null, "round": null, "sentence": "Invented6, Ann is printed with 1590; on the list at the start: 1565. The list counts.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented33, Ann", "needed": 5, "until": "2028-02"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann: 3 of 5 games; they count until 2028-02.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented33, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented37, Ann", "needed": 5, "until": "2028-02"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented37, Ann: 3 of 5 games; they count until 2028-02.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented37, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented37, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "verdict": "ratable"}',23);
INSERT INTO "decision" VALUES(16,6,0,NULL,'registered','',24);
INSERT INTO "decision" VALUES(17,6,0,6,'reported','{"edition": "fide-standard-2025", "findings": [{"articles": ["0.2.2"], "code": "registration-notice", "column": null, "fields": {"authority": "qc-chair", "by": "qc-chair", "due": "2025-12-05", "registered": "2025-12-12"}, "file": "open.trf", "line": null, "message": "registration-notice/late-accepted", "overridden": null, "player": null, "remedy": null, "round": null, "sentence": "The event was registered on 2025-12-12, after 2025-12-05; the late registration was accepted (qc-chair).", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1647, "name": "Invented9, Ann", "printed": 1635}, "file": "open.trf", "line": 13, "message": "ratings-used/differs", "overridden": null, "player": 1, "remedy": null, "round": null, "sentence": "Invented9, Ann is printed with 1635; on the list at the start: 1647. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1672, "name": "Invented10, Ann", "printed": 1650}, "file": "open.trf", "line": 14, "message": "ratings-used/differs", "overridden": null, "player": 2, "remedy": null, "round": null, "sentence": "Invented10, Ann is printed with 1650; on the list at the start: 1672. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1676, "name": "Invented11, Ann", "printed": 1665}, "file": "open.trf", "line": 15, "message": "ratings-used/differs", "overridden": null, "player": 3, "remedy": null, "round": null, "sentence": "Invented11, Ann is printed with 1665; on the list at the start: 1676. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1673, "name": "Invented13, Ann", "printed": 1695}, "file": "open.trf", "line": 17, "message": "ratings-used/differs", "overridden": null, "player": 5, "remedy": null, "round": null, "sentence": "Invented13, Ann is printed with 1695; on the list at the start: 1673. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1687, "name": "Invented14, Ann", "printed": 1710}, "file": "open.trf", "line": 18, "message": "ratings-used/differs", "overridden": null, "player": 6, "remedy": null, "round": null, "sentence": "Invented14, Ann is printed with 1710; on the list at the start: 1687. The list counts.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented34, Ann", "needed": 5, "until": "2028-02"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented34, Ann: 3 of 5 games; they count until 2028-02.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented34, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented34, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented39, Ann", "needed": 5, "until": "2028-02"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented39, Ann: 3 of 5 games; they count until 2028-02.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented39, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented39, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "rounds": null, "verdict": "ratable"}',25);
INSERT INTO "decision" VALUES(18,6,0,6,'admitted','{"edition": "fide-standard-2025", "findings": [{"articles": ["0.2.2"], "code": "registration-notice", "column": null, "fields": {"authority": "qc-chair", "by": "qc-chair", "due": "2025-12-05", "registered": "2025-12-12"}, "file": "open.trf", "line": null, "message": "registration-notice/late-accepted", "overridden": null, "player": null, "remedy": null, "round": null, "sentence": "The event was registered on 2025-12-12, after 2025-12-05; the late registration was accepted (qc-chair).", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1647, "name": "Invented9, Ann", "printed": 1635}, "file": "open.trf", "line": 13, "message": "ratings-used/differs", "overridden": null, "player": 1, "remedy": null, "round": null, "sentence": "Invented9, Ann is printed with 1635; on the list at the start: 1647. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1672, "name": "Invented10, Ann", "printed": 1650}, "file": "open.trf", "line": 14, "message": "ratings-used/differs", "overridden": null, "player": 2, "remedy": null, "round": null, "sentence": "Invented10, Ann is printed with 1650; on the list at the start: 1672. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1676, "name": "Invented11, Ann", "printed": 1665}, "file": "open.trf", "line": 15, "message": "ratings-used/differs", "overridden": null, "player": 3, "remedy": null, "round": null, "sentence": "Invented11, Ann is printed with 1665; on the list at the start: 1676. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1673, "name": "Invented13, Ann", "printed": 1695}, "file": "open.trf", "line": 17, "message": "ratings-used/differs", "overridden": null, "player": 5, "remedy": null, "round": null, "sentence": "Invented13, Ann is printed with 1695; on the list at the start: 1673. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1687, "name": "Invented14, Ann", "printed": 1710}, "file": "open.trf", "line": 18, "message": "ratings-used/differs", "overridden": null, "player": 6, "remedy": null, "round": null, "sentence": "Invented14, Ann is printed with 1710; on the list at the start: 1687. The list counts.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented34, Ann", "needed": 5, "until": "2028-02"}, "file": "open.trf", "line": 19, "message": "minimum-games/pending-until", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented34, Ann: 3 of 5 games; they count until 2028-02.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented34, Ann"}, "file": "open.trf", "line": 19, "message": "unrated-opponent/not-counted", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented34, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 3, "name": "Invented39, Ann", "needed": 5, "until": "2028-02"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented39, Ann: 3 of 5 games; they count until 2028-02.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 3, "name": "Invented39, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented39, Ann is unrated: 3 games against rated opponents do not count for those opponents.", "tier": "advice"}], "verdict": "ratable"}',26);
INSERT INTO "decision" VALUES(19,7,0,NULL,'registered','',30);
INSERT INTO "decision" VALUES(20,7,0,7,'reported','{"edition": "fide-standard-2025", "findings": [{"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1565, "name": "Invented1, Ann", "printed": 1515}, "file": "open.trf", "line": 13, "message": "ratings-used/differs", "overridden": null, "player": 1, "remedy": null, "round": null, "sentence": "Invented1, Ann is printed with 1515; on the list at the start: 1565. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1589, "name": "Invented2, Ann", "printed": 1530}, "file": "open.trf", "line": 14, "message": "ratings-used/differs", "overridden": null, "player": 2, "remedy": null, "round": null, "sentence": "Invented2, Ann is printed with 1530; on the list at the start: 1589. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1620, "name": "Invented3, Ann", "printed": 1545}, "file": "open.trf", "line": 15, "message": "ratings-used/differs", "overridden": null, "player": 3, "remedy": null, "round": null, "sentence": "Invented3, Ann is printed with 1545; on the list at the start: 1620. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1572, "name": "Invented4, Ann", "printed": 1560}, "file": "open.trf", "line": 16, "message": "ratings-used/differs", "overridden": null, "player": 4, "remedy": null, "round": null, "sentence": "Invented4, Ann is printed with 1560; on the list at the start: 1572. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1533, "name": "Invented5, Ann", "printed": 1575}, "file": "open.trf", "line": 17, "message": "ratings-used/differs", "overridden": null, "player": 5, "remedy": null, "round": null, "sentence": "Invented5, Ann is printed with 1575; on the list at the start: 1533. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1546, "name": "Invented6, Ann", "printed": 1590}, "file": "open.trf", "line": 18, "message": "ratings-used/differs", "overridden": null, "player": 6, "remedy": null, "round": null, "sentence": "Invented6, Ann is printed with 1590; on the list at the start: 1546. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1471, "name": "Invented33, Ann", "printed": 0}, "file": "open.trf", "line": 19, "message": "ratings-used/listed-only", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann is printed with no rating; on the list at the start: 1471. The list counts.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 4, "name": "Invented36, Ann", "needed": 5, "until": "2028-03"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented36, Ann: 4 of 5 games; they count until 2028-03.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 4, "name": "Invented36, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented36, Ann is unrated: 4 games against rated opponents do not count for those opponents.", "tier": "advice"}], "rounds": null, "verdict": "ratable"}',31);
INSERT INTO "decision" VALUES(21,7,0,7,'admitted','{"edition": "fide-standard-2025", "findings": [{"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1565, "name": "Invented1, Ann", "printed": 1515}, "file": "open.trf", "line": 13, "message": "ratings-used/differs", "overridden": null, "player": 1, "remedy": null, "round": null, "sentence": "Invented1, Ann is printed with 1515; on the list at the start: 1565. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1589, "name": "Invented2, Ann", "printed": 1530}, "file": "open.trf", "line": 14, "message": "ratings-used/differs", "overridden": null, "player": 2, "remedy": null, "round": null, "sentence": "Invented2, Ann is printed with 1530; on the list at the start: 1589. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1620, "name": "Invented3, Ann", "printed": 1545}, "file": "open.trf", "line": 15, "message": "ratings-used/differs", "overridden": null, "player": 3, "remedy": null, "round": null, "sentence": "Invented3, Ann is printed with 1545; on the list at the start: 1620. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1572, "name": "Invented4, Ann", "printed": 1560}, "file": "open.trf", "line": 16, "message": "ratings-used/differs", "overridden": null, "player": 4, "remedy": null, "round": null, "sentence": "Invented4, Ann is printed with 1560; on the list at the start: 1572. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1533, "name": "Invented5, Ann", "printed": 1575}, "file": "open.trf", "line": 17, "message": "ratings-used/differs", "overridden": null, "player": 5, "remedy": null, "round": null, "sentence": "Invented5, Ann is printed with 1575; on the list at the start: 1533. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1546, "name": "Invented6, Ann", "printed": 1590}, "file": "open.trf", "line": 18, "message": "ratings-used/differs", "overridden": null, "player": 6, "remedy": null, "round": null, "sentence": "Invented6, Ann is printed with 1590; on the list at the start: 1546. The list counts.", "tier": "advice"}, {"articles": ["4.1"], "code": "ratings-used", "column": 1, "fields": {"listed": 1471, "name": "Invented33, Ann", "printed": 0}, "file": "open.trf", "line": 19, "message": "ratings-used/listed-only", "overridden": null, "player": 7, "remedy": null, "round": null, "sentence": "Invented33, Ann is printed with no rating; on the list at the start: 1471. The list counts.", "tier": "advice"}, {"articles": ["7.1.4"], "code": "minimum-games", "column": 1, "fields": {"floor": 1400, "games": 4, "name": "Invented36, Ann", "needed": 5, "until": "2028-03"}, "file": "open.trf", "line": 20, "message": "minimum-games/pending-until", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented36, Ann: 4 of 5 games; they count until 2028-03.", "tier": "advice"}, {"articles": ["8.3.1"], "code": "unrated-opponent", "column": 1, "fields": {"games": 4, "name": "Invented36, Ann"}, "file": "open.trf", "line": 20, "message": "unrated-opponent/not-counted", "overridden": null, "player": 8, "remedy": null, "round": null, "sentence": "Invented36, Ann is unrated: 4 games against rated opponents do not count for those opponents.", "tier": "advice"}], "verdict": "ratable"}',32);
CREATE TABLE event (
	"key" INTEGER NOT NULL, 
	code TEXT NOT NULL, 
	series TEXT NOT NULL, 
	start INTEGER DEFAULT '0' NOT NULL, 
	"end" INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY ("key"), 
	CONSTRAINT fk_event_log FOREIGN KEY(log) REFERENCES log (seq), 
	CONSTRAINT uq_event_code UNIQUE (code)
)
 STRICT

;
INSERT INTO "event" VALUES(1,'open-1','fide-standard',20251110,20251114,4);
INSERT INTO "event" VALUES(2,'open-2','fide-standard',20251110,20251112,7);
INSERT INTO "event" VALUES(3,'open-3','fide-standard',20251110,20251112,10);
INSERT INTO "event" VALUES(4,'open-4','fide-standard',20251110,20251112,13);
INSERT INTO "event" VALUES(5,'open-5','fide-standard',20251208,20251210,21);
INSERT INTO "event" VALUES(6,'open-6','fide-standard',20251208,20251210,24);
INSERT INTO "event" VALUES(7,'open-7','fide-standard',20260112,20260115,30);
CREATE TABLE event_facts (
	seq INTEGER NOT NULL, 
	event INTEGER NOT NULL, 
	facts TEXT NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_event_facts PRIMARY KEY (seq), 
	CONSTRAINT fk_event_facts_event FOREIGN KEY(event) REFERENCES event ("key"), 
	CONSTRAINT fk_event_facts_log FOREIGN KEY(log) REFERENCES log (seq)
)
 STRICT

;
INSERT INTO "event_facts" VALUES(1,1,'{"agreed": true, "approvals": [{"by": "", "what": "late-registration"}], "arbiters": [{"id": null, "licence": "A1", "name": "Arbiter, Ada"}], "code": "open-1", "end": "2025-11-14", "federation": "UKR", "hybrid": false, "laws": true, "league": false, "name": "Invented Event", "national_championship": false, "norms": false, "notation": true, "official": false, "registered": "2025-11-01", "series": "fide-standard", "start": "2025-11-10", "team_championship": false, "women_only": false}',4);
INSERT INTO "event_facts" VALUES(2,2,'{"agreed": true, "approvals": [{"by": "", "what": "late-registration"}], "arbiters": [{"id": null, "licence": "A1", "name": "Arbiter, Ada"}], "code": "open-2", "end": "2025-11-12", "federation": "UKR", "hybrid": false, "laws": true, "league": false, "name": "Invented Event", "national_championship": false, "norms": false, "notation": true, "official": false, "registered": "2025-11-16", "series": "fide-standard", "start": "2025-11-10", "team_championship": false, "women_only": false}',7);
INSERT INTO "event_facts" VALUES(3,3,'{"agreed": true, "approvals": [{"by": "", "what": "late-registration"}], "arbiters": [{"id": null, "licence": "A1", "name": "Arbiter, Ada"}], "code": "open-3", "end": "2025-11-12", "federation": "UKR", "hybrid": false, "laws": true, "league": false, "name": "Invented Event", "national_championship": false, "norms": false, "notation": true, "official": false, "registered": "2025-11-16", "series": "fide-standard", "start": "2025-11-10", "team_championship": false, "women_only": false}',10);
INSERT INTO "event_facts" VALUES(4,4,'{"agreed": true, "approvals": [{"by": "", "what": "late-registration"}], "arbiters": [{"id": null, "licence": "A1", "name": "Arbiter, Ada"}], "code": "open-4", "end": "2025-11-12", "federation": "UKR", "hybrid": false, "laws": true, "league": false, "name": "Invented Event", "national_championship": false, "norms": false, "notation": true, "official": false, "registered": "2025-11-16", "series": "fide-standard", "start": "2025-11-10", "team_championship": false, "women_only": false}',13);
INSERT INTO "event_facts" VALUES(5,5,'{"agreed": true, "approvals": [{"by": "", "what": "late-registration"}], "arbiters": [{"id": null, "licence": "A1", "name": "Arbiter, Ada"}], "code": "open-5", "end": "2025-12-10", "federation": "UKR", "hybrid": false, "laws": true, "league": false, "name": "Invented Event", "national_championship": false, "norms": false, "notation": true, "official": false, "registered": "2025-12-01", "series": "fide-standard", "start": "2025-12-08", "team_championship": false, "women_only": false}',21);
INSERT INTO "event_facts" VALUES(6,6,'{"agreed": true, "approvals": [{"by": "", "what": "late-registration"}], "arbiters": [{"id": null, "licence": "A1", "name": "Arbiter, Ada"}], "code": "open-6", "end": "2025-12-10", "federation": "UKR", "hybrid": false, "laws": true, "league": false, "name": "Invented Event", "national_championship": false, "norms": false, "notation": true, "official": false, "registered": "2025-12-12", "series": "fide-standard", "start": "2025-12-08", "team_championship": false, "women_only": false}',24);
INSERT INTO "event_facts" VALUES(7,7,'{"agreed": true, "approvals": [{"by": "", "what": "late-registration"}], "arbiters": [{"id": null, "licence": "A1", "name": "Arbiter, Ada"}], "code": "open-7", "end": "2026-01-15", "federation": "UKR", "hybrid": false, "laws": true, "league": false, "name": "Invented Event", "national_championship": false, "norms": false, "notation": true, "official": false, "registered": "2026-01-01", "series": "fide-standard", "start": "2026-01-12", "team_championship": false, "women_only": false}',30);
CREATE TABLE federation (
	code TEXT NOT NULL, 
	name TEXT DEFAULT '' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_federation PRIMARY KEY (code), 
	CONSTRAINT fk_federation_log FOREIGN KEY(log) REFERENCES log (seq)
)
 STRICT

;
CREATE TABLE imported_part (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	packed BLOB NOT NULL, 
	CONSTRAINT pk_imported_part PRIMARY KEY (series, list)
)
 STRICT

;
CREATE TABLE ledger_part (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	packed BLOB NOT NULL, 
	CONSTRAINT pk_ledger_part PRIMARY KEY (series, list, decision), 
	CONSTRAINT fk_ledger_part_decision FOREIGN KEY(decision) REFERENCES decision (seq)
)
 STRICT

;
INSERT INTO "ledger_part" VALUES('fide-standard',202512,12,X'880000000000000000000000000000000000000000000000000000000000000000000000000000001400000015000000160000001700000018000000190000002400000025000000000000000000010117072607350744075307620700000000170726073507440753076207000000000000000000000505141414141414000003030303030300000000000000000000B000000000000000010002000300020002000200030003000200040004000200000000000100010062070000880E0000CC150000880E00006A0E00004C0E000090150000BD1500003C0000006C000000380000000000000094FFFFFF8CFFFFFF00000000000000001414141414140000B004000070080000600400000000000090F7FFFFF0F6FFFF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000101400200000000000000000000000000000100000001000000020000000200000003000000030000000400000004000000050000000500000006000000060000000700000007000000080000000800000009000000090000000A0000000A0000000B0000000B0000000000000007000000010000000600000002000000050000000300000004000000000000000600000001000000040000000200000003000000070000000500000000000000050000000100000002000000070000000300000006000000040000000700000000000000060000000100000005000000020000000400000003000000060000000000000004000000010000000300000002000000050000000700000005000000000000000200000001000000030000000700000004000000060000000200020002000200020002000200010102000200000201011707000026070000350762074407530717070000260753073507440700006207170762072607350700004407000053070000170700002607620735075307440700001707530726074407350762070000620717073507260744070000530700000000000000000000D3FF2D00F1FF0F0000000000D3FF2D00F1FF0F0000000000B5FF4B00F1FF0F0000000000000000000000000000000000D3FF2D00F1FF0F0000000000D3FF2D00F1FF0F0000000000B5FF4B00F1FF0F000000000000000000000000002C38303400002C3830340000283C3034000000000000000038C834CC000038C834CC00003CC434CC00000000020102010000000002010000000001020000000001020102');
INSERT INTO "ledger_part" VALUES('fide-standard',202512,9,X'880000000000000000000000000000000000000000000000000000000000000000000000000000000E0000000F0000001000000011000000120000001300000022000000230000000000000000000101BD06CC06DB06EA06F906080700000000BD06CC06DB06EA06F9060807000000000000000000000505141414141414000003030303030300000000000000000000B000000000000000010002000300020002000200030003000200040004000200000000000100010008070000D40D0000BE140000D40D0000B60D0000980D000082140000AF1400003C0000006C000000380000000000000094FFFFFF8CFFFFFF00000000000000001414141414140000B004000070080000600400000000000090F7FFFFF0F6FFFF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000101400200000000000000000000000000000100000001000000020000000200000003000000030000000400000004000000050000000500000006000000060000000700000007000000080000000800000009000000090000000A0000000A0000000B0000000B000000000000000700000001000000060000000200000005000000030000000400000000000000060000000100000004000000020000000300000007000000050000000000000005000000010000000200000007000000030000000600000004000000070000000000000006000000010000000500000002000000040000000300000006000000000000000400000001000000030000000200000005000000070000000500000000000000020000000100000003000000070000000400000006000000020002000200020002000200020001010200020000020101BD060000CC060000DB060807EA06F906BD060000CC06F906DB06EA0600000807BD060807CC06DB060000EA060000F9060000BD060000CC060807DB06F906EA060000BD06F906CC06EA06DB06080700000807BD06DB06CC06EA060000F90600000000000000000000D3FF2D00F1FF0F0000000000D3FF2D00F1FF0F0000000000B5FF4B00F1FF0F0000000000000000000000000000000000D3FF2D00F1FF0F0000000000D3FF2D00F1FF0F0000000000B5FF4B00F1FF0F000000000000000000000000002C38303400002C3830340000283C3034000000000000000038C834CC000038C834CC00003CC434CC00000000020102010000000002010000000001020000000001020102');
INSERT INTO "ledger_part" VALUES('fide-standard',202512,6,X'8800000000000000000000000000000000000000000000000000000000000000000000000000000008000000090000000A0000000B0000000C0000000D0000002000000021000000000000000000010163067206810690069F06AE060000000063067206810690069F06AE06000000000000000000000505141414141414000003030303030300000000000000000000B0000000000000000100020003000200020002000300030002000400040002000000000001000100AE060000200D0000B0130000200D0000020D0000E40C000074130000A11300003C0000006C000000380000000000000094FFFFFF8CFFFFFF00000000000000001414141414140000B004000070080000600400000000000090F7FFFFF0F6FFFF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000101400200000000000000000000000000000100000001000000020000000200000003000000030000000400000004000000050000000500000006000000060000000700000007000000080000000800000009000000090000000A0000000A0000000B0000000B00000000000000070000000100000006000000020000000500000003000000040000000000000006000000010000000400000002000000030000000700000005000000000000000500000001000000020000000700000003000000060000000400000007000000000000000600000001000000050000000200000004000000030000000600000000000000040000000100000003000000020000000500000007000000050000000000000002000000010000000300000007000000040000000600000002000200020002000200020002000101020002000002010163060000720600008106AE0690069F066306000072069F06810690060000AE066306AE06720681060000900600009F060000630600007206AE0681069F069006000063069F06720690068106AE060000AE06630681067206900600009F0600000000000000000000D3FF2D00F1FF0F0000000000D3FF2D00F1FF0F0000000000B5FF4B00F1FF0F0000000000000000000000000000000000D3FF2D00F1FF0F0000000000D3FF2D00F1FF0F0000000000B5FF4B00F1FF0F000000000000000000000000002C38303400002C3830340000283C3034000000000000000038C834CC000038C834CC00003CC434CC00000000020102010000000002010000000001020000000001020102');
INSERT INTO "ledger_part" VALUES('fide-standard',202512,3,X'8800000000000000000000000000000000000000000000000000000000000000000000000000000000000000010000000200000003000000040000000500000006000000070000000000000000000000EB05FA05090618062706360645065406EB05FA050906180627063606450654060000000000000000141414141414141403030303030303030000000000000000B00000000000000005000500050005000500050005000500080008000600060003000300030003000E1F0000FF1E0000B41E0000A51E00004B1E00005A1E0000691E0000781E0000C8000000BC00000044000000380000008CFFFFFF84FFFFFF7CFFFFFF74FFFFFF1414141414141414A00F0000B00E00005005000060040000F0F6FFFF50F6FFFFB0F5FFFF10F5FFFF00000000000000000000000000000000000000000000000000000000000000000000000000000000C00300000000000000000000000000000100000001000000020000000200000003000000030000000400000004000000050000000500000006000000060000000700000007000000080000000800000009000000090000000A0000000A0000000B0000000B0000000C0000000C0000000D0000000D0000000E0000000E0000000F0000000F0000001000000010000000110000001100000012000000120000001300000013000000000000000700000001000000060000000200000005000000030000000400000000000000060000000100000004000000020000000300000007000000050000000000000005000000010000000200000007000000030000000600000004000000000000000400000007000000010000000600000002000000050000000300000000000000030000000500000001000000040000000200000006000000070000000700000000000000060000000100000005000000020000000400000003000000060000000000000004000000010000000300000002000000050000000700000005000000000000000200000001000000030000000700000004000000060000000400000000000000010000000700000002000000060000000300000005000000030000000000000001000000050000000200000004000000070000000600000002000200020002000200020002000101020002000002010101010101010101010101010101010101EB055406FA0545060906360618062706EB054506FA0527060906180654063606EB053606FA0509065406180645062706EB0527065406FA054506090636061806EB0518063606FA0527060906450654065406EB054506FA0536060906270618064506EB052706FA0518060906360654063606EB050906FA0518065406270645062706EB05FA05540609064506180636061806EB05FA053606090627065406450697FF6900B5FF4B00D3FF2D00F1FF0F00A6FF5A00D3FF2D00F1FF0F001E00E2FFB5FF4B00F1FF0F003C00C4FF1E00E2FFC4FF3C005A00A6FF3C00C4FF1E00E2FFD3FF2D003C00C4FF1E00E2FFF1FF0F0097FF6900B5FF4B00D3FF2D00F1FF0F00A6FF5A00D3FF2D00F1FF0F001E00E2FFB5FF4B00F1FF0F003C00C4FF1E00E2FFC4FF3C005A00A6FF3C00C4FF1E00E2FFD3FF2D003C00C4FF1E00E2FFF1FF0F002440283C2C383034263E2C383034362E283C30343A2A362E2A3A3E263A2A362E2C383A2A362E303440C03CC438C834CC3EC238C834CCFC043CC434CCC63AFC0408F8F40CF808FC0406FAF808FC0402FE00000000000000000000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO "ledger_part" VALUES('fide-standard',202601,15,X'8800000000000000000000000000000000000000000000000000000000000000000000000000000000000000010000000200000003000000040000000500000020000000240000000000000000000101130620064E06230610061D0600000000130620064E06230610061D06000000000000000000000505141414141414000003030303030300000000000000000000B00000000000000001000200030002000200020003000300020004000400020000000000010001001D0600005E0C0000601200005E0C0000430C0000610C0000431200005312000033000000680000001F00000003000000A1FFFFFFA2FFFFFF00000000000000001414141414140000FC030000200800006C0200003C00000094F8FFFFA8F8FFFF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000101400200000000000000000000000000000100000001000000020000000200000003000000030000000400000004000000050000000500000006000000060000000700000007000000080000000800000009000000090000000A0000000A0000000B0000000B00000000000000070000000100000006000000020000000500000003000000040000000000000006000000010000000400000002000000030000000700000005000000000000000500000001000000020000000700000003000000060000000400000007000000000000000600000001000000050000000200000004000000030000000600000000000000040000000100000003000000020000000500000007000000050000000000000002000000010000000300000007000000040000000600000002000200020002000200020002000101020002000002010113060000200600004E061D062306100613060000200610064E06230600001D0613061D0620064E06000023060000100600001306000020061D064E0610062306000013061006200623064E061D0600001D0613064E062006230600001006000000000000000000003100CFFF1300EDFF000000001000F0FF2B00D5FF00000000F6FF0A00D2FF2E00000000000000000000000000000000003100CFFF1300EDFF000000001000F0FF2B00D5FF00000000F6FF0A00D2FF2E00000000000000000000000000392B352F00003430382C000031332C3800000000000000002BD52FD1000030D02CD4000033CD38C800000000020102010000000002010000000001020000000001020102');
INSERT INTO "ledger_part" VALUES('fide-standard',202601,18,X'8800000000000000000000000000000000000000000000000000000000000000000000000000000008000000090000000A0000000B0000000C0000000D000000210000002600000000000000000001016F0688068C06900689069706000000006F0688068C06900689069706000000000000000000000505141414141414000003030303030300000000000000000000B000000000000000010002000300020002000200030003000200040004000200000000000100010097060000150D0000AF130000150D0000180D0000FB0C00008013000096130000380000006500000034000000FEFFFFFF9DFFFFFF94FFFFFF0000000000000000141414141414000060040000E407000010040000D8FFFFFF44F8FFFF90F7FFFF000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000101400200000000000000000000000000000100000001000000020000000200000003000000030000000400000004000000050000000500000006000000060000000700000007000000080000000800000009000000090000000A0000000A0000000B0000000B0000000000000007000000010000000600000002000000050000000300000004000000000000000600000001000000040000000200000003000000070000000500000000000000050000000100000002000000070000000300000006000000040000000700000000000000060000000100000005000000020000000400000003000000060000000000000004000000010000000300000002000000050000000700000005000000000000000200000001000000030000000700000004000000060000000200020002000200020002000200010102000200000201016F060000880600008C069706900689066F060000880689068C069006000097066F06970688068C06000090060000890600006F060000880697068C068906900600006F068906880690068C069706000097066F068C06880690060000890600000000000000000000F5FF0B000700F9FF00000000FFFF0100FCFF040000000000D8FF2800FCFF040000000000000000000000000000000000F5FF0B000700F9FF00000000FFFF0100FCFF040000000000D8FF2800FCFF04000000000000000000000000003034333100003232313300002C383133000000000000000034CC31CF000032CE33CD000038C833CD00000000020102010000000002010000000001020000000001020102');
INSERT INTO "ledger_part" VALUES('fide-standard',202602,21,X'88000000000000000000000000000000000000000000000000000000000000000000000000000000000000000100000002000000030000000400000005000000200000002300000000000000000000011D06350654062406FD050A06BF0500001D06350654062406FD050A06BF0500000000000000000005141414141414280003030303030301000000000000000000B0000000000000000300030004000300040003000400040005000600050003000200010002000200C611000010120000221800005B1200003518000095120000A318000080180000500000008200000009000000FEFFFFFFA4FFFFFFADFFFFFFD6FFFFFF00000000141414141414280040060000280A0000B4000000D8FFFFFFD0F8FFFF84F9FFFF70F9FFFF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000300000000000000000000000000000100000001000000020000000200000003000000030000000400000004000000050000000500000006000000060000000700000007000000080000000800000009000000090000000A0000000A0000000B0000000B0000000C0000000C0000000D0000000D0000000E0000000E0000000F0000000F0000000000000007000000010000000600000002000000050000000300000004000000000000000600000001000000040000000200000003000000070000000500000000000000050000000100000002000000070000000300000006000000040000000000000004000000070000000100000006000000020000000500000003000000070000000000000006000000010000000500000002000000040000000300000006000000000000000400000001000000030000000200000005000000070000000500000000000000020000000100000003000000070000000400000006000000040000000000000001000000070000000200000006000000030000000500000002000200020002000200020002000101020002000002010101010101010101011D0600003506BF0554060A062406FD051D06BF053506FD055406240600000A061D060A063506540600002406BF05FD051D06FD0500003506BF0554060A06240600001D06BF0535060A065406FD052406BF051D06FD053506240654060A0600000A061D065406350624060000FD05BF05FD051D06350600005406BF0524060A060000000076008AFF4A00B6FF2700D9FF5E00A2FF3800C8FF3000D0FF000000001300EDFFE1FF1F0000000000C2FF3E002000E0FF000000006BFF9500E6FF1A000000000076008AFF4A00B6FF2700D9FF5E00A2FF3800C8FF3000D0FF000000001300EDFFE1FF1F0000000000C2FF3E002000E0FF000000006BFF9500E6FF1A00000042223C28372D3F253A2A392B0000352F2E360000293B362E00001E462E36000022DE28D82DD325DB2AD62BD500002FD136CA000009F7FC04000014EC04FC0201000000000000000000000000010200000000010200000000010200000000');
CREATE TABLE licence (
	seq INTEGER NOT NULL, 
	arbiter INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	since INTEGER DEFAULT '0' NOT NULL, 
	until INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_licence PRIMARY KEY (seq), 
	CONSTRAINT fk_licence_arbiter FOREIGN KEY(arbiter) REFERENCES arbiter (id), 
	CONSTRAINT fk_licence_log FOREIGN KEY(log) REFERENCES log (seq)
)
 STRICT

;
CREATE TABLE log (
	seq INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	day INTEGER DEFAULT '0' NOT NULL, 
	who TEXT NOT NULL, 
	action TEXT NOT NULL, 
	subject TEXT DEFAULT '' NOT NULL, 
	why TEXT DEFAULT '' NOT NULL, 
	detail TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (seq)
)
 STRICT

;
INSERT INTO "log" VALUES(1,1794853702629000,20251101,'A. Officer','found','','the office begins','');
INSERT INTO "log" VALUES(2,1794853702636641,20251101,'A. Officer','enter players','','','');
INSERT INTO "log" VALUES(3,1794853702705381,20251101,'A. Officer','open','fide-standard 202511','','{"file": "opening.csv", "rows": 32, "sha256": "e1faaa7c30001814cab4390c3bfee2ab46b729f830a33fbc722c08b98d6edf3f"}');
INSERT INTO "log" VALUES(4,1794853702732024,20251101,'A. Officer','register event','open-1','','');
INSERT INTO "log" VALUES(5,1794853702798756,20251116,'A. Officer','submit report','open-1','','{"sha256": "99d591d918447a0eb631013b0284640efdbf9b4d181340fbb06a8cd67147d7cf"}');
INSERT INTO "log" VALUES(6,1794853702815163,20251116,'A. Officer','admit','open-1','','');
INSERT INTO "log" VALUES(7,1794853702852496,20251116,'A. Officer','register event','open-2','','');
INSERT INTO "log" VALUES(8,1794853702985005,20251116,'A. Officer','submit report','open-2','','{"sha256": "9e4f4214c7c26b5d59e1124da76f05e534b68019a6958e9221cbd340837acd09"}');
INSERT INTO "log" VALUES(9,1794853703016938,20251116,'A. Officer','admit','open-2','','');
INSERT INTO "log" VALUES(10,1794853703046418,20251116,'A. Officer','register event','open-3','','');
INSERT INTO "log" VALUES(11,1794853703091929,20251116,'A. Officer','submit report','open-3','','{"sha256": "abd34a9e0c2183ad64b6d3de8ec884acb29c5ea6c736dbb4157051d18034787a"}');
INSERT INTO "log" VALUES(12,1794853703104554,20251116,'A. Officer','admit','open-3','','');
INSERT INTO "log" VALUES(13,1794853703137330,20251116,'A. Officer','register event','open-4','','');
INSERT INTO "log" VALUES(14,1794853703185757,20251116,'A. Officer','submit report','open-4','','{"sha256": "4ce861162dcfd373e0ecee9274424e1b3feda8859f887403679f69a6d54223b2"}');
INSERT INTO "log" VALUES(15,1794853703198508,20251116,'A. Officer','admit','open-4','','');
INSERT INTO "log" VALUES(16,1794853703249039,20251201,'A. Officer','correct','fide-standard 990021','misprint','{"list": 202512, "rating": 1600}');
INSERT INTO "log" VALUES(17,1794853703291397,20251201,'A. Officer','preview','fide-standard 202512','','{"inputs": "2a3ce04d23067adbc8f45e1c0fbe203267e9752d8e8e2a20b4c4805d4188e253"}');
INSERT INTO "log" VALUES(18,1794853703315450,20251201,'A. Officer','publish','fide-standard 202512','','{"inputs": "2a3ce04d23067adbc8f45e1c0fbe203267e9752d8e8e2a20b4c4805d4188e253", "sha256": "b4e1e69bd5e4309e715ebe77aa87343c324fbd41bd4abd2d7c24d4e69609c34b"}');
INSERT INTO "log" VALUES(19,1794853703331357,20251201,'A. Officer','player-merge','990231 990245','entered twice','');
INSERT INTO "log" VALUES(20,1794853703346169,20251201,'A. Officer','player-merge','990238 990252','entered twice','');
INSERT INTO "log" VALUES(21,1794853703353970,20251201,'A. Officer','register event','open-5','','');
INSERT INTO "log" VALUES(22,1794853703412111,20251212,'A. Officer','submit report','open-5','','{"sha256": "8d12f8d7ecf3f3c29f1c6e7082681d9d74538e871580616877553b62d1220af8"}');
INSERT INTO "log" VALUES(23,1794853703428697,20251212,'A. Officer','admit','open-5','','');
INSERT INTO "log" VALUES(24,1794853703458734,20251212,'A. Officer','register event','open-6','','');
INSERT INTO "log" VALUES(25,1794853703513546,20251212,'A. Officer','submit report','open-6','','{"sha256": "e2be15364ca91a4001f1fa28ab10a6443b6cc2207e51e35afb999e0f77b3a75c"}');
INSERT INTO "log" VALUES(26,1794853703528872,20251212,'A. Officer','admit','open-6','','');
INSERT INTO "log" VALUES(27,1794853703610495,20260101,'A. Officer','preview','fide-standard 202601','','{"inputs": "6641b15554166cfe4db79735b7544bb5b370317c44e859dc932a6fd4a0e7f31d"}');
INSERT INTO "log" VALUES(28,1794853703641270,20260101,'A. Officer','publish','fide-standard 202601','','{"inputs": "6641b15554166cfe4db79735b7544bb5b370317c44e859dc932a6fd4a0e7f31d", "sha256": "24c1dbd433942c08a4fa2e6fed0242fa9ad1ca79fa9be671cccb019852604498"}');
INSERT INTO "log" VALUES(29,1794853703655631,20260101,'A. Officer','player-unmerge','990252','two people after all','');
INSERT INTO "log" VALUES(30,1794853703667370,20260101,'A. Officer','register event','open-7','','');
INSERT INTO "log" VALUES(31,1794853703732168,20260117,'A. Officer','submit report','open-7','','{"sha256": "6f04d2ec449bc8c80037e912379929b7d32d92f16e07c63b49a7470ba23d8b50"}');
INSERT INTO "log" VALUES(32,1794853703746448,20260117,'A. Officer','admit','open-7','','');
INSERT INTO "log" VALUES(33,1794853703814294,20260201,'A. Officer','preview','fide-standard 202602','','{"inputs": "374e83371392ccf4c0e220f3c793a2d29eb4712ecc04eba6547d1492dbec1bcd"}');
INSERT INTO "log" VALUES(34,1794853703837143,20260201,'A. Officer','publish','fide-standard 202602','','{"inputs": "374e83371392ccf4c0e220f3c793a2d29eb4712ecc04eba6547d1492dbec1bcd", "sha256": "d8f1862744d7f7b03a01cc4465f2a906ae04a88931746c2b171f67ecf74fb8a6"}');
INSERT INTO "log" VALUES(35,1794853705658050,20260201,'A. Officer','backup','0001-published.zip','','{"rows": 212}');
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
 STRICT

;
CREATE TABLE merge (
	seq INTEGER NOT NULL, 
	kept INTEGER NOT NULL, 
	gone INTEGER NOT NULL, 
	undoes INTEGER, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_merge PRIMARY KEY (seq), 
	CONSTRAINT fk_merge_gone FOREIGN KEY(gone) REFERENCES player ("key"), 
	CONSTRAINT fk_merge_kept FOREIGN KEY(kept) REFERENCES player ("key"), 
	CONSTRAINT fk_merge_log FOREIGN KEY(log) REFERENCES log (seq), 
	CONSTRAINT fk_merge_undoes FOREIGN KEY(undoes) REFERENCES merge (seq), 
	CONSTRAINT uq_merge_undoes UNIQUE (undoes)
)
 STRICT

;
INSERT INTO "merge" VALUES(1,32,34,NULL,19);
INSERT INTO "merge" VALUES(2,33,35,NULL,20);
INSERT INTO "merge" VALUES(3,33,35,2,29);
CREATE TABLE period_part (
	series TEXT NOT NULL, 
	chunk INTEGER NOT NULL, 
	list INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	packed BLOB NOT NULL, 
	CONSTRAINT pk_period_part PRIMARY KEY (series, chunk, list, name)
)
 STRICT

;
INSERT INTO "period_part" VALUES('fide-standard',0,202511,'opening',X'000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000505050505050505050505050505050505050505050505050505050505050505');
INSERT INTO "period_part" VALUES('fide-standard',0,202512,'lines',X'000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000002000000021000000220000002300000024000000250000003DAEBC7754AAD5C73DAEBC7754AAD5C73DAEBC7754AAD5C73DAEBC7754AAD5C73DAEBC7754AAD5C73DAEBC7754AAD5C73DAEBC7754AAD5C73DAEBC7754AAD5C78EB7968C847F3CE48EB7968C847F3CE48EB7968C847F3CE48EB7968C847F3CE48EB7968C847F3CE48EB7968C847F3CE4FEF81B3CD27A67A4FEF81B3CD27A67A4FEF81B3CD27A67A4FEF81B3CD27A67A4FEF81B3CD27A67A4FEF81B3CD27A67A446B5BC29FE047B9946B5BC29FE047B9946B5BC29FE047B9946B5BC29FE047B9946B5BC29FE047B9946B5BC29FE047B998EB7968C847F3CE48EB7968C847F3CE4FEF81B3CD27A67A4FEF81B3CD27A67A446B5BC29FE047B9946B5BC29FE047B9905000500050005000500050005000500010002000300020002000200010002000300020002000200010002000300020002000200030003000300030003000300080008000600060003000300030003000200040004000200000000000200040004000200000000000200040004000200000000000100010001000100010001000E1F0000FF1E0000B41E0000A51E00004B1E00005A1E0000691E0000781E0000AE060000200D0000B0130000200D0000020D0000E40C000008070000D40D0000BE140000D40D0000B60D0000980D000062070000880E0000CC150000880E00006A0E00004C0E000074130000A113000082140000AF14000090150000BD150000C8000000BC00000044000000380000008CFFFFFF84FFFFFF7CFFFFFF74FFFFFF3C0000006C000000380000000000000094FFFFFF8CFFFFFF3C0000006C000000380000000000000094FFFFFF8CFFFFFF3C0000006C000000380000000000000094FFFFFF8CFFFFFF0000000000000000000000000000000000000000000000001414141414141414141414141414141414141414141414141414000000000000A00F0000B00E00005005000060040000F0F6FFFF50F6FFFFB0F5FFFF10F5FFFFB004000070080000600400000000000090F7FFFFF0F6FFFFB004000070080000600400000000000090F7FFFFF0F6FFFFB004000070080000600400000000000090F7FFFFF0F6FFFF0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000010101010101');
INSERT INTO "period_part" VALUES('fide-standard',0,202512,'worksheets',X'000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F00000010000000110000001200000013000000140000001500000016000000170000001800000019000000EB05FA0509061806270636064506540663067206810690069F06AE06BD06CC06DB06EA06F906080717072607350744075307620700000000000000000000000000000000000000000000000000000500050005000500050005000500050001000200030002000200020001000200030002000200020001000200030002000200020008000800060006000300030003000300020004000400020000000000020004000400020000000000020004000400020000000000C8000000BC00000044000000380000008CFFFFFF84FFFFFF7CFFFFFF74FFFFFF3C0000006C000000380000000000000094FFFFFF8CFFFFFF3C0000006C000000380000000000000094FFFFFF8CFFFFFF3C0000006C000000380000000000000094FFFFFF8CFFFFFF8C008C008C008C008C008C008C008C00BC025E01E9005E015E015E01BC025E01E9005E015E015E01BC025E01E9005E015E015E01A00F0000B00E00005005000060040000F0F6FFFF50F6FFFFB0F5FFFF10F5FFFFB004000070080000600400000000000090F7FFFFF0F6FFFFB004000070080000600400000000000090F7FFFFF0F6FFFFB004000070080000600400000000000090F7FFFFF0F6FFFF280026000E000B00E9FFE7FFE6FFE4FF0C0016000B000000EAFFE9FF0C0016000B000000EAFFE9FF0C0016000B000000EAFFE9FF130620061706230610061D062B0638066F0688068C06900689069706C906E206E606EA06E306F10623073C07400744073D074B070000000000000000000000000000000000000000000000000000');
INSERT INTO "period_part" VALUES('fide-standard',0,202512,'firsts',X'20000000210000002200000023000000240000002500000003000300030003000300030001000100010001000100010074130000A113000082140000AF14000090150000BD15000084210000B121000092220000BF220000A0230000CD2300000500050005000500050005001E1E1E1E1E1E6BFF6BFF6BFF6BFF6BFF6BFF1F06280655065E068B0694061F06280655065E068B069406010101010101020002000200020002000200311803003118030031180300311803003118030031180300');
INSERT INTO "period_part" VALUES('fide-standard',0,202512,'pool',X'2000000021000000220000002300000024000000250000008EB7968C847F3CE48EB7968C847F3CE4FEF81B3CD27A67A4FEF81B3CD27A67A446B5BC29FE047B9946B5BC29FE047B99E6013501E6013501E6013501E6013501E6013501E6013501E8013501E8013501E8013501E8013501E8013501E801350110170300101703001017030010170300101703001017030000000000000000000000000003000300030003000300030001000100010001000100010074130000A113000082140000AF14000090150000BD150000');
INSERT INTO "period_part" VALUES('fide-standard',0,202512,'adjustments',X'020000000017064E06');
INSERT INTO "period_part" VALUES('fide-standard',0,202601,'lines',X'00000000010000000200000003000000040000000500000008000000090000000A0000000B0000000C0000000D0000002000000021000000240000002600000017377159D4E7E70E17377159D4E7E70E17377159D4E7E70E17377159D4E7E70E17377159D4E7E70E17377159D4E7E70E44FD6EA416DC162544FD6EA416DC162544FD6EA416DC162544FD6EA416DC162544FD6EA416DC162544FD6EA416DC162517377159D4E7E70E44FD6EA416DC162517377159D4E7E70E44FD6EA416DC1625010002000300020002000200010002000300020002000200030003000300030002000400040002000000000002000400040002000000000001000100010001001D0600005E0C0000601200005E0C0000430C0000610C000097060000150D0000AF130000150D0000180D0000FB0C00004312000080130000531200009613000033000000680000001F00000003000000A1FFFFFFA2FFFFFF380000006500000034000000FEFFFFFF9DFFFFFF94FFFFFF0000000000000000000000000000000014141414141414141414141400000000FC030000200800006C0200003C00000094F8FFFFA8F8FFFF60040000E407000010040000D8FFFFFF44F8FFFF90F7FFFF0000000000000000000000000000000000000000000000000000000001010101');
INSERT INTO "period_part" VALUES('fide-standard',0,202601,'worksheets',X'00000000010000000200000003000000040000000500000008000000090000000A0000000B0000000C0000000D000000130620064E06230610061D066F0688068C0690068906970600000000000000000000000001000200030002000200020001000200030002000200020002000400040002000000000002000400040002000000000033000000680000001F00000003000000A1FFFFFFA2FFFFFF380000006500000034000000FEFFFFFF9DFFFFFF94FFFFFFBC025E01E9005E015E015E01BC025E01E9005E015E015E01FC030000200800006C0200003C00000094F8FFFFA8F8FFFF60040000E407000010040000D8FFFFFF44F8FFFF90F7FFFF0A00150006000100EDFFEDFF0B0014000A000000ECFFEAFF1D06350654062406FD050A067A069C069606900675068106000000000000000000000000');
INSERT INTO "period_part" VALUES('fide-standard',0,202601,'firsts',X'20000000210000002400000025000000260000000900090006000300030003000300020001000100393A0000D03B0000E3270000BD1500009613000049480000E0490000F3350000CD230000A62100000B000B000800050005001717191E1E2DFF2DFF3FFF6BFF6BFFBF05E405FD0594062606BF05E405FD05940626060000000101000000000000020002000000000000000000000000003118030032180300');
INSERT INTO "period_part" VALUES('fide-standard',0,202601,'pool',X'250000002600000046B5BC29FE047B9944FD6EA416DC1625E601350148023501E80135014A0235011017030069170300000000000300030001000100BD15000096130000');
INSERT INTO "period_part" VALUES('fide-standard',0,202602,'lines',X'0000000001000000020000000300000004000000050000002000000023000000E703B8BD83C0D4F5E703B8BD83C0D4F5E703B8BD83C0D4F5E703B8BD83C0D4F5E703B8BD83C0D4F5E703B8BD83C0D4F5E703B8BD83C0D4F5E703B8BD83C0D4F50300030004000300040003000400040005000600050003000200010002000200C611000010120000221800005B1200003518000095120000A318000080180000500000008200000009000000FEFFFFFFA4FFFFFFADFFFFFFD6FFFFFF00000000141414141414280040060000280A0000B4000000D8FFFFFFD0F8FFFF84F9FFFF70F9FFFF000000000000000000000001');
INSERT INTO "period_part" VALUES('fide-standard',0,202602,'worksheets',X'000000000100000002000000030000000400000005000000200000001D06350654062406FD050A06BF050000000000000003000300040003000400030004000500060005000300020001000200500000008200000009000000FEFFFFFFA4FFFFFFADFFFFFFD6FFFFFFE900E900AF00E900AF00E900AF0040060000280A0000B4000000D8FFFFFFD0F8FFFF84F9FFFF70F9FFFF10001A0002000000EEFFEFFFEFFF2D064F0656062406EB05F905AE0500000000000000');
INSERT INTO "period_part" VALUES('fide-standard',0,202602,'firsts',X'23000000250000002600000004000300030002000100010080180000BD1500009613000090260000CD230000A6210000060005000500211E1E83FF6BFF6BFFF00594062606F00594062606010101010002000200331803003118030032180300');
INSERT INTO "period_part" VALUES('fide-standard',0,202602,'pool',X'230000002500000026000000E703B8BD83C0D4F546B5BC29FE047B9944FD6EA416DC162510253501E60135014802350113253501E80135014A0235016A170300101703006917030000000000000004000300030002000100010080180000BD15000096130000');
CREATE TABLE player (
	"key" INTEGER NOT NULL, 
	id INTEGER NOT NULL, 
	fide_id INTEGER, 
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
	CONSTRAINT pk_player PRIMARY KEY ("key"), 
	CONSTRAINT fk_player_log FOREIGN KEY(log) REFERENCES log (seq), 
	CONSTRAINT uq_player_fide_id UNIQUE (fide_id), 
	CONSTRAINT uq_player_id UNIQUE (id)
)
 STRICT

;
INSERT INTO "player" VALUES(0,1000000018,990007,'Invented1, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(1,1000000026,990014,'Invented2, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(2,1000000039,990021,'Invented3, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(3,1000000047,990028,'Invented4, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(4,1000000052,990035,'Invented5, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(5,1000000060,990042,'Invented6, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(6,1000000071,990049,'Invented7, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(7,1000000083,990056,'Invented8, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(8,1000000094,990063,'Invented9, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(9,1000000107,990070,'Invented10, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(10,1000000110,990077,'Invented11, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(11,1000000129,990084,'Invented12, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(12,1000000132,990091,'Invented13, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(13,1000000141,990098,'Invented14, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(14,1000000155,990105,'Invented15, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(15,1000000164,990112,'Invented16, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(16,1000000178,990119,'Invented17, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(17,1000000186,990126,'Invented18, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(18,1000000193,990133,'Invented19, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(19,1000000204,990140,'Invented20, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(20,1000000212,990147,'Invented21, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(21,1000000220,990154,'Invented22, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(22,1000000236,990161,'Invented23, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(23,1000000248,990168,'Invented24, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(24,1000000257,990175,'Invented25, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(25,1000000261,990182,'Invented26, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(26,1000000273,990189,'Invented27, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(27,1000000285,990196,'Invented28, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(28,1000000299,990203,'Invented29, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(29,1000000301,990210,'Invented30, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(30,1000000317,990217,'Invented31, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(31,1000000325,990224,'Invented32, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(32,1000000330,990231,'Invented33, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(33,1000000349,990238,'Invented34, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(34,1000000358,990245,'Invented35, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(35,1000000363,990252,'Invented36, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(36,1000000374,990259,'Invented37, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(37,1000000382,990266,'Invented38, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(38,1000000396,990273,'Invented39, Ann','invented ann','','','UKR','','','',0,0,2);
INSERT INTO "player" VALUES(39,1000000400,990280,'Invented40, Ann','invented ann','','','UKR','','','',0,0,2);
CREATE TABLE player_change (
	seq INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	field TEXT NOT NULL, 
	old TEXT DEFAULT '' NOT NULL, 
	new TEXT DEFAULT '' NOT NULL, 
	since INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_player_change PRIMARY KEY (seq), 
	CONSTRAINT fk_player_change_log FOREIGN KEY(log) REFERENCES log (seq), 
	CONSTRAINT fk_player_change_player FOREIGN KEY(player) REFERENCES player ("key")
)
 STRICT

;
CREATE TABLE pointer (
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	CONSTRAINT pk_pointer PRIMARY KEY (series), 
	CONSTRAINT fk_pointer_series FOREIGN KEY(series) REFERENCES series (name)
)
 STRICT

;
INSERT INTO "pointer" VALUES('fide-standard',202602);
CREATE TABLE preview (
	seq INTEGER NOT NULL, 
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	inputs_sha256 TEXT NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_preview PRIMARY KEY (seq), 
	CONSTRAINT fk_preview_log FOREIGN KEY(log) REFERENCES log (seq)
)
 STRICT

;
INSERT INTO "preview" VALUES(1,'fide-standard',202512,'2a3ce04d23067adbc8f45e1c0fbe203267e9752d8e8e2a20b4c4805d4188e253',17);
INSERT INTO "preview" VALUES(2,'fide-standard',202601,'6641b15554166cfe4db79735b7544bb5b370317c44e859dc932a6fd4a0e7f31d',27);
INSERT INTO "preview" VALUES(3,'fide-standard',202602,'374e83371392ccf4c0e220f3c793a2d29eb4712ecc04eba6547d1492dbec1bcd',33);
CREATE TABLE rated (
	event INTEGER NOT NULL, 
	part INTEGER NOT NULL, 
	series TEXT NOT NULL, 
	list INTEGER NOT NULL, 
	decision INTEGER NOT NULL, 
	CONSTRAINT pk_rated PRIMARY KEY (event, part), 
	CONSTRAINT fk_rated_decision FOREIGN KEY(decision) REFERENCES decision (seq), 
	CONSTRAINT fk_rated_event FOREIGN KEY(event) REFERENCES event ("key"), 
	CONSTRAINT uq_rated_decision UNIQUE (decision)
)
 STRICT

;
INSERT INTO "rated" VALUES(4,0,'fide-standard',202512,12);
INSERT INTO "rated" VALUES(3,0,'fide-standard',202512,9);
INSERT INTO "rated" VALUES(2,0,'fide-standard',202512,6);
INSERT INTO "rated" VALUES(1,0,'fide-standard',202512,3);
INSERT INTO "rated" VALUES(5,0,'fide-standard',202601,15);
INSERT INTO "rated" VALUES(6,0,'fide-standard',202601,18);
INSERT INTO "rated" VALUES(7,0,'fide-standard',202602,21);
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
	CONSTRAINT fk_rating_list_log FOREIGN KEY(log) REFERENCES log (seq), 
	CONSTRAINT fk_rating_list_series FOREIGN KEY(series) REFERENCES series (name)
)
 STRICT

;
INSERT INTO "rating_list" VALUES('fide-standard',202511,'opening','fide-standard-2025','87e45a7c49136871967c3826a1a8a86216c898d81825d22a094fd02fa599454f','','','e1faaa7c30001814cab4390c3bfee2ab46b729f830a33fbc722c08b98d6edf3f',40,1,3);
INSERT INTO "rating_list" VALUES('fide-standard',202512,'computed','fide-standard-2025','87e45a7c49136871967c3826a1a8a86216c898d81825d22a094fd02fa599454f','e1faaa7c30001814cab4390c3bfee2ab46b729f830a33fbc722c08b98d6edf3f','2a3ce04d23067adbc8f45e1c0fbe203267e9752d8e8e2a20b4c4805d4188e253','b4e1e69bd5e4309e715ebe77aa87343c324fbd41bd4abd2d7c24d4e69609c34b',40,1,18);
INSERT INTO "rating_list" VALUES('fide-standard',202601,'computed','fide-standard-2025','87e45a7c49136871967c3826a1a8a86216c898d81825d22a094fd02fa599454f','b4e1e69bd5e4309e715ebe77aa87343c324fbd41bd4abd2d7c24d4e69609c34b','6641b15554166cfe4db79735b7544bb5b370317c44e859dc932a6fd4a0e7f31d','24c1dbd433942c08a4fa2e6fed0242fa9ad1ca79fa9be671cccb019852604498',40,1,28);
INSERT INTO "rating_list" VALUES('fide-standard',202602,'computed','fide-standard-2025','87e45a7c49136871967c3826a1a8a86216c898d81825d22a094fd02fa599454f','24c1dbd433942c08a4fa2e6fed0242fa9ad1ca79fa9be671cccb019852604498','374e83371392ccf4c0e220f3c793a2d29eb4712ecc04eba6547d1492dbec1bcd','d8f1862744d7f7b03a01cc4465f2a906ae04a88931746c2b171f67ecf74fb8a6',40,1,34);
CREATE TABLE report (
	seq INTEGER NOT NULL, 
	event INTEGER NOT NULL, 
	part INTEGER DEFAULT '0' NOT NULL, 
	draft INTEGER DEFAULT '0' NOT NULL, 
	sha256 TEXT NOT NULL, 
	fingerprint TEXT NOT NULL, 
	file TEXT DEFAULT '' NOT NULL, 
	body BLOB NOT NULL, 
	games BLOB NOT NULL, 
	first_day INTEGER DEFAULT '0' NOT NULL, 
	last_day INTEGER DEFAULT '0' NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_report PRIMARY KEY (seq), 
	CONSTRAINT fk_report_event FOREIGN KEY(event) REFERENCES event ("key"), 
	CONSTRAINT fk_report_log FOREIGN KEY(log) REFERENCES log (seq), 
	CONSTRAINT uq_report_event_part_fingerprint_draft UNIQUE (event, part, fingerprint, draft)
)
 STRICT

;
INSERT INTO "report" VALUES(1,1,0,0,'99d591d918447a0eb631013b0284640efdbf9b4d181340fbb06a8cd67147d7cf','c7d5aa5477bcae3d3ec19772ace04cd1d1f4cf819b0499acbe13844baf8f68f2','open.trf',X'30313220496E76656E746564204576656E740D0A303232204E6F77686572650D0A30333220554B520D0A30343220323032352F31312F31300D0A30353220323032352F31312F31340D0A30363220380D0A30373220380D0A30383220300D0A30393220496E646976696475616C3A2053776973732D53797374656D0D0A31303220417262697465722C20416461203939303939390D0A31323220313230270D0A3133322020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202032352F31312F3130202032352F31312F3131202032352F31312F3132202032352F31312F3133202032352F31312F31340D0A3030312020202031206D20202020496E76656E746564312C20416E6E20202020202020202020202020202020202020203135313520554B5220202020202039393030303720313938302F30312F30322020342E3020202020312020202020382077203120202020203720772031202020202036207720312020202020352077203D2020202020342077203D0D0A3030312020202032206D20202020496E76656E746564322C20416E6E20202020202020202020202020202020202020203135333020554B5220202020202039393030313420313938302F30312F30322020342E3020202020322020202020372077203120202020203520772031202020202033207720312020202020382062203D2020202020362062203D0D0A3030312020202033206D20202020496E76656E746564332C20416E6E20202020202020202020202020202020202020203135343520554B5220202020202039393030323120313938302F30312F30322020332E3020202020332020202020362077203120202020203420772031202020202032206220302020202020372062203D2020202020352062203D0D0A3030312020202034206D20202020496E76656E746564342C20416E6E20202020202020202020202020202020202020203135363020554B5220202020202039393030323820313938302F30312F30322020332E3020202020342020202020352077203120202020203320622030202020202038206220312020202020362062203D2020202020312062203D0D0A3030312020202035206D20202020496E76656E746564352C20416E6E20202020202020202020202020202020202020203135373520554B5220202020202039393030333520313938302F30312F30322020312E35202020203520202020203420622030202020202032206220302020202020372062203D2020202020312062203D2020202020332077203D0D0A3030312020202036206D20202020496E76656E746564362C20416E6E20202020202020202020202020202020202020203135393020554B5220202020202039393030343220313938302F30312F30322020312E352020202036202020202033206220302020202020382062203D202020202031206220302020202020342077203D2020202020322077203D0D0A3030312020202037206D20202020496E76656E746564372C20416E6E20202020202020202020202020202020202020203136303520554B5220202020202039393030343920313938302F30312F30322020312E35202020203720202020203220622030202020202031206220302020202020352077203D2020202020332077203D2020202020382077203D0D0A3030312020202038206D20202020496E76656E746564382C20416E6E20202020202020202020202020202020202020203136323020554B5220202020202039393030353620313938302F30312F30322020312E352020202038202020202031206220302020202020362077203D202020202034207720302020202020322077203D2020202020372062203D0D0A',X'B3E7EF47515BD389DE89F641CE8AAC11E86502C8321F9CEE8F157D7536995EA1F3A08EBCB1AE9E9F587D260FF82E6E8572B4E67E789F5E12427E0504A66A2906F0A3F1E5FA115105294919DF546F328BE1B3426FC21656948CFF70FAA10C6F73B1066D8901C2E585B17F9F28AE9C807D5920E6C84CC0D7A7D1D6880E78486D68944FF2069A20E9A528F937A7D94002C3960D45F64AFA6C26006B8DD18A533C02E6013501E6013501E6013501E6013501E7013501E7013501E7013501E7013501E8013501E8013501E8013501E8013501E9013501E9013501E9013501E9013501EA013501EA013501EA013501EA0135010202020802020205020808050505050505050505',20251110,20251114,5);
INSERT INTO "report" VALUES(2,2,0,0,'9e4f4214c7c26b5d59e1124da76f05e534b68019a6958e9221cbd340837acd09','e43c7f848c96b78e47aebacfce32b6f42639637364102f028538a547d2227ba4','open.trf',X'30313220496E76656E746564204576656E740D0A303232204E6F77686572650D0A30333220554B520D0A30343220323032352F31312F31300D0A30353220323032352F31312F31320D0A30363220380D0A30373220360D0A30383220300D0A30393220496E646976696475616C3A2053776973732D53797374656D0D0A31303220417262697465722C20416461203939303939390D0A31323220313230270D0A3133322020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202032352F31312F3130202032352F31312F3131202032352F31312F31320D0A3030312020202031206D20202020496E76656E746564392C20416E6E20202020202020202020202020202020202020203136333520554B5220202020202039393030363320313938302F30312F30322020332E3020202020312020202020382077203120202020203720772031202020202036207720310D0A3030312020202032206D20202020496E76656E74656431302C20416E6E202020202020202020202020202020202020203136353020554B5220202020202039393030373020313938302F30312F30322020332E3020202020322020202020372077203120202020203520772031202020202033207720310D0A3030312020202033206D20202020496E76656E74656431312C20416E6E202020202020202020202020202020202020203136363520554B5220202020202039393030373720313938302F30312F30322020322E3020202020332020202020362077203120202020203420772031202020202032206220300D0A3030312020202034206D20202020496E76656E74656431322C20416E6E202020202020202020202020202020202020203136383020554B5220202020202039393030383420313938302F30312F30322020322E3020202020342020202020352077203120202020203320622030202020202038206220310D0A3030312020202035206D20202020496E76656E74656431332C20416E6E202020202020202020202020202020202020203136393520554B5220202020202039393030393120313938302F30312F30322020302E35202020203520202020203420622030202020202032206220302020202020372062203D0D0A3030312020202036206D20202020496E76656E74656431342C20416E6E202020202020202020202020202020202020203137313020554B5220202020202039393030393820313938302F30312F30322020302E352020202036202020202033206220302020202020382062203D202020202031206220300D0A3030312020202037206D20202020496E76656E74656433332C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032333120313938302F30312F30322020302E35202020203720202020203220622030202020202031206220302020202020352077203D0D0A3030312020202038206D20202020496E76656E74656433342C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032333820313938302F30312F30322020302E352020202038202020202031206220302020202020362077203D202020202034207720300D0A',X'CEFC8FE0E54B1D73B6E31A6710EFD5712E455488F9397F357CDAA4E7D9A21E2F46D47FF1047CC09ED41C391159750B54801EBB54DFBCBEB08B0A3A46EE1EED470A9927ABB96FF312580ABA5D4175D82D107B695A31DB8FB6427916D9D1199125E6013501E6013501E6013501E6013501E7013501E7013501E7013501E7013501E8013501E8013501E8013501E8013501080208020208020508080805',20251110,20251112,8);
INSERT INTO "report" VALUES(3,3,0,0,'abd34a9e0c2183ad64b6d3de8ec884acb29c5ea6c736dbb4157051d18034787a','a4677ad23c1bf8fededc2f5c2e82914ed1ace65d59468a26e45aceb08ab362cb','open.trf',X'30313220496E76656E746564204576656E740D0A303232204E6F77686572650D0A30333220554B520D0A30343220323032352F31312F31300D0A30353220323032352F31312F31320D0A30363220380D0A30373220360D0A30383220300D0A30393220496E646976696475616C3A2053776973732D53797374656D0D0A31303220417262697465722C20416461203939303939390D0A31323220313230270D0A3133322020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202032352F31312F3130202032352F31312F3131202032352F31312F31320D0A3030312020202031206D20202020496E76656E74656431352C20416E6E202020202020202020202020202020202020203137323520554B5220202020202039393031303520313938302F30312F30322020332E3020202020312020202020382077203120202020203720772031202020202036207720310D0A3030312020202032206D20202020496E76656E74656431362C20416E6E202020202020202020202020202020202020203137343020554B5220202020202039393031313220313938302F30312F30322020332E3020202020322020202020372077203120202020203520772031202020202033207720310D0A3030312020202033206D20202020496E76656E74656431372C20416E6E202020202020202020202020202020202020203137353520554B5220202020202039393031313920313938302F30312F30322020322E3020202020332020202020362077203120202020203420772031202020202032206220300D0A3030312020202034206D20202020496E76656E74656431382C20416E6E202020202020202020202020202020202020203137373020554B5220202020202039393031323620313938302F30312F30322020322E3020202020342020202020352077203120202020203320622030202020202038206220310D0A3030312020202035206D20202020496E76656E74656431392C20416E6E202020202020202020202020202020202020203137383520554B5220202020202039393031333320313938302F30312F30322020302E35202020203520202020203420622030202020202032206220302020202020372062203D0D0A3030312020202036206D20202020496E76656E74656432302C20416E6E202020202020202020202020202020202020203138303020554B5220202020202039393031343020313938302F30312F30322020302E352020202036202020202033206220302020202020382062203D202020202031206220300D0A3030312020202037206D20202020496E76656E74656433352C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032343520313938302F30312F30322020302E35202020203720202020203220622030202020202031206220302020202020352077203D0D0A3030312020202038206D20202020496E76656E74656433362C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032353220313938302F30312F30322020302E352020202038202020202031206220302020202020362077203D202020202034207720300D0A',X'B5F1D650829F64A4142D14C317D570A485D8A573FE798DD87561444823530C0A74108E448F7FC0FAB645FA0C639A28A9DDDFE334911CC500D7AEEF6B56EF85710FB4BA08282C13514A9B80AF405CD16BFCA9B07A35AD16C8DC59A3D8DCE38DBAE6013501E6013501E6013501E6013501E7013501E7013501E7013501E7013501E8013501E8013501E8013501E8013501020808080808080508080205',20251110,20251112,11);
INSERT INTO "report" VALUES(4,4,0,0,'4ce861162dcfd373e0ecee9274424e1b3feda8859f887403679f69a6d54223b2','997b04fe29bcb546f46c3e0914a4c65241d9551c3e51e9a61a98451d2394b8cd','open.trf',X'30313220496E76656E746564204576656E740D0A303232204E6F77686572650D0A30333220554B520D0A30343220323032352F31312F31300D0A30353220323032352F31312F31320D0A30363220380D0A30373220360D0A30383220300D0A30393220496E646976696475616C3A2053776973732D53797374656D0D0A31303220417262697465722C20416461203939303939390D0A31323220313230270D0A3133322020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202032352F31312F3130202032352F31312F3131202032352F31312F31320D0A3030312020202031206D20202020496E76656E74656432312C20416E6E202020202020202020202020202020202020203138313520554B5220202020202039393031343720313938302F30312F30322020332E3020202020312020202020382077203120202020203720772031202020202036207720310D0A3030312020202032206D20202020496E76656E74656432322C20416E6E202020202020202020202020202020202020203138333020554B5220202020202039393031353420313938302F30312F30322020332E3020202020322020202020372077203120202020203520772031202020202033207720310D0A3030312020202033206D20202020496E76656E74656432332C20416E6E202020202020202020202020202020202020203138343520554B5220202020202039393031363120313938302F30312F30322020322E3020202020332020202020362077203120202020203420772031202020202032206220300D0A3030312020202034206D20202020496E76656E74656432342C20416E6E202020202020202020202020202020202020203138363020554B5220202020202039393031363820313938302F30312F30322020322E3020202020342020202020352077203120202020203320622030202020202038206220310D0A3030312020202035206D20202020496E76656E74656432352C20416E6E202020202020202020202020202020202020203138373520554B5220202020202039393031373520313938302F30312F30322020302E35202020203520202020203420622030202020202032206220302020202020372062203D0D0A3030312020202036206D20202020496E76656E74656432362C20416E6E202020202020202020202020202020202020203138393020554B5220202020202039393031383220313938302F30312F30322020302E352020202036202020202033206220302020202020382062203D202020202031206220300D0A3030312020202037206D20202020496E76656E74656433372C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032353920313938302F30312F30322020302E35202020203720202020203220622030202020202031206220302020202020352077203D0D0A3030312020202038206D20202020496E76656E74656433382C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032363620313938302F30312F30322020302E352020202038202020202031206220302020202020362077203D202020202034207720300D0A',X'ED1FFA42D59DE50BEEE669B2DAB1DDB67F3A52035CD16D8ACB31231D02A0975DFB2465D2D2C2AEF83BE72A3A6C98B94F6AC3AC67C689203932DCBD0B0D220B5067F032306571139060A0C09D7274A1D0095CB0665AC74243A0AE2D4D7A4DF6B4E6013501E6013501E6013501E6013501E7013501E7013501E7013501E7013501E8013501E8013501E8013501E8013501020208020202080502020205',20251110,20251112,14);
INSERT INTO "report" VALUES(5,5,0,0,'8d12f8d7ecf3f3c29f1c6e7082681d9d74538e871580616877553b62d1220af8','0ee7e7d459713717b564a8c0702b1225a8f1245e291d7d560d1886b6a78aaec3','open.trf',X'30313220496E76656E746564204576656E740D0A303232204E6F77686572650D0A30333220554B520D0A30343220323032352F31322F30380D0A30353220323032352F31322F31300D0A30363220380D0A30373220360D0A30383220300D0A30393220496E646976696475616C3A2053776973732D53797374656D0D0A31303220417262697465722C20416461203939303939390D0A31323220313230270D0A3133322020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202032352F31322F3038202032352F31322F3039202032352F31322F31300D0A3030312020202031206D20202020496E76656E746564312C20416E6E20202020202020202020202020202020202020203135313520554B5220202020202039393030303720313938302F30312F30322020332E3020202020312020202020382077203120202020203720772031202020202036207720310D0A3030312020202032206D20202020496E76656E746564322C20416E6E20202020202020202020202020202020202020203135333020554B5220202020202039393030313420313938302F30312F30322020332E3020202020322020202020372077203120202020203520772031202020202033207720310D0A3030312020202033206D20202020496E76656E746564332C20416E6E20202020202020202020202020202020202020203135343520554B5220202020202039393030323120313938302F30312F30322020322E3020202020332020202020362077203120202020203420772031202020202032206220300D0A3030312020202034206D20202020496E76656E746564342C20416E6E20202020202020202020202020202020202020203135363020554B5220202020202039393030323820313938302F30312F30322020322E3020202020342020202020352077203120202020203320622030202020202038206220310D0A3030312020202035206D20202020496E76656E746564352C20416E6E20202020202020202020202020202020202020203135373520554B5220202020202039393030333520313938302F30312F30322020302E35202020203520202020203420622030202020202032206220302020202020372062203D0D0A3030312020202036206D20202020496E76656E746564362C20416E6E20202020202020202020202020202020202020203135393020554B5220202020202039393030343220313938302F30312F30322020302E352020202036202020202033206220302020202020382062203D202020202031206220300D0A3030312020202037206D20202020496E76656E74656433332C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032333120313938302F30312F30322020302E35202020203720202020203220622030202020202031206220302020202020352077203D0D0A3030312020202038206D20202020496E76656E74656433372C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032353920313938302F30312F30322020302E352020202038202020202031206220302020202020362077203D202020202034207720300D0A',X'B1AC3C27848EF311DB5BB97070F688C8E86502C8321F9CEE8F157D7536995EA1553217D104F96D1A587D260FF82E6E8572B4E67E789F5E12CBDC446650F700DDF0A3F1E5FA115105294919DF546F328B5C3A758890B03FE62C3976364A2DBFD948023501480235014802350148023501490235014902350149023501490235014A0235014A0235014A0235014A023501080202080202020502080805',20251208,20251210,22);
INSERT INTO "report" VALUES(6,6,0,0,'e2be15364ca91a4001f1fa28ab10a6443b6cc2207e51e35afb999e0f77b3a75c','2516dc16a46efd4464e3b00a8d308e995fc6c08f58ac715840b0e75b2296df11','open.trf',X'30313220496E76656E746564204576656E740D0A303232204E6F77686572650D0A30333220554B520D0A30343220323032352F31322F30380D0A30353220323032352F31322F31300D0A30363220380D0A30373220360D0A30383220300D0A30393220496E646976696475616C3A2053776973732D53797374656D0D0A31303220417262697465722C20416461203939303939390D0A31323220313230270D0A3133322020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202032352F31322F3038202032352F31322F3039202032352F31322F31300D0A3030312020202031206D20202020496E76656E746564392C20416E6E20202020202020202020202020202020202020203136333520554B5220202020202039393030363320313938302F30312F30322020332E3020202020312020202020382077203120202020203720772031202020202036207720310D0A3030312020202032206D20202020496E76656E74656431302C20416E6E202020202020202020202020202020202020203136353020554B5220202020202039393030373020313938302F30312F30322020332E3020202020322020202020372077203120202020203520772031202020202033207720310D0A3030312020202033206D20202020496E76656E74656431312C20416E6E202020202020202020202020202020202020203136363520554B5220202020202039393030373720313938302F30312F30322020322E3020202020332020202020362077203120202020203420772031202020202032206220300D0A3030312020202034206D20202020496E76656E74656431322C20416E6E202020202020202020202020202020202020203136383020554B5220202020202039393030383420313938302F30312F30322020322E3020202020342020202020352077203120202020203320622030202020202038206220310D0A3030312020202035206D20202020496E76656E74656431332C20416E6E202020202020202020202020202020202020203136393520554B5220202020202039393030393120313938302F30312F30322020302E35202020203520202020203420622030202020202032206220302020202020372062203D0D0A3030312020202036206D20202020496E76656E74656431342C20416E6E202020202020202020202020202020202020203137313020554B5220202020202039393030393820313938302F30312F30322020302E352020202036202020202033206220302020202020382062203D202020202031206220300D0A3030312020202037206D20202020496E76656E74656433342C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032333820313938302F30312F30322020302E35202020203720202020203220622030202020202031206220302020202020352077203D0D0A3030312020202038206D20202020496E76656E74656433392C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032373320313938302F30312F30322020302E352020202038202020202031206220302020202020362077203D202020202034207720300D0A',X'D57E143EF7051E127D8CA0DE4D2878AF2E455488F9397F357CDAA4E7D9A21E2FCEFC8FE0E54B1D73D41C391159750B54801EBB54DFBCBEB071A50C6AE28AD7CB0A9927ABB96FF312580ABA5D4175D82DD8DB70C8386F5F3FE844B24E9FC304CC48023501480235014802350148023501490235014902350149023501490235014A0235014A0235014A0235014A023501080808020808020508080805',20251208,20251210,25);
INSERT INTO "report" VALUES(7,7,0,0,'6f04d2ec449bc8c80037e912379929b7d32d92f16e07c63b49a7470ba23d8b50','f5d4c083bdb803e74aac95f7ef863b2ce6eed86de540eec7c25bbc60aed132de','open.trf',X'30313220496E76656E746564204576656E740D0A303232204E6F77686572650D0A30333220554B520D0A30343220323032362F30312F31320D0A30353220323032362F30312F31350D0A30363220380D0A30373220360D0A30383220300D0A30393220496E646976696475616C3A2053776973732D53797374656D0D0A31303220417262697465722C20416461203939303939390D0A31323220313230270D0A3133322020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202032362F30312F3132202032362F30312F3133202032362F30312F3134202032362F30312F31350D0A3030312020202031206D20202020496E76656E746564312C20416E6E20202020202020202020202020202020202020203135313520554B5220202020202039393030303720313938302F30312F30322020332E3520202020312020202020382077203120202020203720772031202020202036207720312020202020352077203D0D0A3030312020202032206D20202020496E76656E746564322C20416E6E20202020202020202020202020202020202020203135333020554B5220202020202039393030313420313938302F30312F30322020332E3520202020322020202020372077203120202020203520772031202020202033207720312020202020382062203D0D0A3030312020202033206D20202020496E76656E746564332C20416E6E20202020202020202020202020202020202020203135343520554B5220202020202039393030323120313938302F30312F30322020322E3520202020332020202020362077203120202020203420772031202020202032206220302020202020372062203D0D0A3030312020202034206D20202020496E76656E746564342C20416E6E20202020202020202020202020202020202020203135363020554B5220202020202039393030323820313938302F30312F30322020322E3520202020342020202020352077203120202020203320622030202020202038206220312020202020362062203D0D0A3030312020202035206D20202020496E76656E746564352C20416E6E20202020202020202020202020202020202020203135373520554B5220202020202039393030333520313938302F30312F30322020312E30202020203520202020203420622030202020202032206220302020202020372062203D2020202020312062203D0D0A3030312020202036206D20202020496E76656E746564362C20416E6E20202020202020202020202020202020202020203135393020554B5220202020202039393030343220313938302F30312F30322020312E302020202036202020202033206220302020202020382062203D202020202031206220302020202020342077203D0D0A3030312020202037206D20202020496E76656E74656433332C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032333120313938302F30312F30322020312E30202020203720202020203220622030202020202031206220302020202020352077203D2020202020332077203D0D0A3030312020202038206D20202020496E76656E74656433362C20416E6E202020202020202020202020202020202020202020202020554B5220202020202039393032353220313938302F30312F30322020312E302020202038202020202031206220302020202020362077203D202020202034207720302020202020322077203D0D0A',X'5C5091D2C5922C5DDB5BB97070F688C8E86502C8321F9CEE8F157D7536995EA1553217D104F96D1A587D260FF82E6E8572B4E67E789F5E12966585B022D361A5F0A3F1E5FA115105294919DF546F328B6FC9FA6BFC1AA2C82C3976364A2DBFD9B1066D8901C2E585359CFEC083F944E6A186E9C4FE7B0EE4D1D6880E78486D681025350110253501102535011025350111253501112535011125350111253501122535011225350112253501122535011325350113253501132535011325350102020208020202050208080505050505',20260112,20260115,31);
CREATE TABLE roll_part (
	series TEXT NOT NULL, 
	chunk INTEGER NOT NULL, 
	list INTEGER NOT NULL, 
	packed BLOB NOT NULL, 
	CONSTRAINT pk_roll_part PRIMARY KEY (series, chunk, list)
)
 STRICT

;
INSERT INTO "roll_part" VALUES('fide-standard',0,202511,X'000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000EB05FA0509061806270636064506540663067206810690069F06AE06BD06CC06DB06EA06F9060807170726073507440753076207710780078F079E07AD07BC0701010101010101010101010101010101010101010101010101010101010101011414141414141414141414141414141414141414141414141414141414141414030303030303030303030303030303030303030303030303030303030303030364006400640064006400640064006400640064006400640064006400640064006400640064006400640064006400640064006400640064006400640064006400EB05FA0509061806270636064506540663067206810690069F06AE06BD06CC06DB06EA06F9060807170726073507440753076207710780078F079E07AD07BC070F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F1703000F170300');
INSERT INTO "roll_part" VALUES('fide-standard',0,202512,X'000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F00000010000000110000001200000013000000140000001500000016000000170000001800000019000000130620064E06230610061D062B0638066F0688068C06900689069706C906E206E606EA06E306F10623073C07400744073D074B0701010101010101010101010101010101010101010101010101011414141414141414141414141414141414141414141414141414030303030303030303030303030303030303030303030303030369006900690069006900690069006900650066006700660066006600650066006700660066006600650066006700660066006600130620064E06230627063606450654066F0688068C0690069F06AE06C906E206E606EA06F906080723073C0740074407530762071017030010170300101703001017030010170300101703001017030010170300101703001017030010170300101703001017030010170300101703001017030010170300101703001017030010170300101703001017030010170300101703001017030010170300');
INSERT INTO "roll_part" VALUES('fide-standard',0,202601,X'00000000010000000200000003000000040000000500000008000000090000000A0000000B0000000C0000000D0000002000000021000000240000001D06350654062406FD050A067A069C069606900675068106BF05E405FD050101010101010101010101010101011414141414141414141414142828280303030303030303030303030101016A006B006C006B006B006B00660068006A006800680068000900090006001D06350654062406270636067A069C06960690069F06AE06BF05E405FD05691703006917030069170300691703006917030069170300691703006917030069170300691703006917030069170300691703006917030069170300');
INSERT INTO "roll_part" VALUES('fide-standard',0,202602,X'000000000100000002000000030000000400000005000000200000002D064F0656062406EB05F905AE050101010101010114141414141428030303030303016D006E0070006E006F006E000D002D064F065606240627063606BF056A1703006A1703006A1703006A1703006A1703006A1703006A170300');
CREATE TABLE series (
	name TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	log INTEGER NOT NULL, 
	CONSTRAINT pk_series PRIMARY KEY (name), 
	CONSTRAINT fk_series_log FOREIGN KEY(log) REFERENCES log (seq)
)
 STRICT

;
INSERT INTO "series" VALUES('fide-standard','computed',3);
CREATE TABLE setting (
	name TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_setting PRIMARY KEY (name)
)
 STRICT

;
INSERT INTO "setting" VALUES('home','UKR');
INSERT INTO "setting" VALUES('rehearsal','1');
INSERT INTO "setting" VALUES('timezone','UTC');
INSERT INTO "setting" VALUES('founded','1');
CREATE INDEX ix_log_action ON log (action);
CREATE INDEX ix_arbiter_log ON arbiter (log);
CREATE INDEX ix_event_log ON event (log);
CREATE INDEX ix_event_series_end ON event (series, "end");
CREATE INDEX ix_federation_log ON federation (log);
CREATE INDEX ix_player_log ON player (log);
CREATE INDEX ix_player_name_sort ON player (name_sort);
CREATE INDEX ix_preview_log ON preview (log);
CREATE INDEX ix_series_log ON series (log);
CREATE INDEX ix_correction_log ON correction (log);
CREATE INDEX ix_event_facts_event ON event_facts (event);
CREATE INDEX ix_event_facts_log ON event_facts (log);
CREATE INDEX ix_licence_arbiter ON licence (arbiter);
CREATE INDEX ix_licence_log ON licence (log);
CREATE INDEX ix_membership_federation ON membership (federation);
CREATE INDEX ix_membership_log ON membership (log);
CREATE INDEX ix_merge_gone ON merge (gone);
CREATE INDEX ix_merge_log ON merge (log);
CREATE INDEX ix_player_change_log ON player_change (log);
CREATE INDEX ix_player_change_player ON player_change (player);
CREATE INDEX ix_rating_list_log ON rating_list (log);
CREATE INDEX ix_report_event ON report (event);
CREATE INDEX ix_report_fingerprint ON report (fingerprint);
CREATE INDEX ix_report_log ON report (log);
CREATE INDEX ix_report_sha256 ON report (sha256);
CREATE INDEX ix_decision_event ON decision (event);
CREATE INDEX ix_decision_kind ON decision (kind);
CREATE INDEX ix_decision_log ON decision (log);
CREATE INDEX ix_content_event_key ON content (event_key);
CREATE INDEX ix_rated_series_list ON rated (series, list);
CREATE TRIGGER log_no_update BEFORE UPDATE ON log BEGIN SELECT RAISE(ABORT, 'rows of log are never changed'); END;
CREATE TRIGGER player_change_no_update BEFORE UPDATE ON player_change BEGIN SELECT RAISE(ABORT, 'rows of player_change are never changed'); END;
CREATE TRIGGER merge_no_update BEFORE UPDATE ON merge BEGIN SELECT RAISE(ABORT, 'rows of merge are never changed'); END;
CREATE TRIGGER licence_no_update BEFORE UPDATE ON licence BEGIN SELECT RAISE(ABORT, 'rows of licence are never changed'); END;
CREATE TRIGGER membership_no_update BEFORE UPDATE ON membership BEGIN SELECT RAISE(ABORT, 'rows of membership are never changed'); END;
CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'rows of event are never changed'); END;
CREATE TRIGGER event_facts_no_update BEFORE UPDATE ON event_facts BEGIN SELECT RAISE(ABORT, 'rows of event_facts are never changed'); END;
CREATE TRIGGER report_no_update BEFORE UPDATE ON report BEGIN SELECT RAISE(ABORT, 'rows of report are never changed'); END;
CREATE TRIGGER decision_no_update BEFORE UPDATE ON decision BEGIN SELECT RAISE(ABORT, 'rows of decision are never changed'); END;
CREATE TRIGGER content_no_update BEFORE UPDATE ON content BEGIN SELECT RAISE(ABORT, 'rows of content are never changed'); END;
CREATE TRIGGER rating_list_no_update BEFORE UPDATE ON rating_list BEGIN SELECT RAISE(ABORT, 'rows of rating_list are never changed'); END;
CREATE TRIGGER roll_part_no_update BEFORE UPDATE ON roll_part BEGIN SELECT RAISE(ABORT, 'rows of roll_part are never changed'); END;
CREATE TRIGGER imported_part_no_update BEFORE UPDATE ON imported_part BEGIN SELECT RAISE(ABORT, 'rows of imported_part are never changed'); END;
CREATE TRIGGER period_part_no_update BEFORE UPDATE ON period_part BEGIN SELECT RAISE(ABORT, 'rows of period_part are never changed'); END;
CREATE TRIGGER ledger_part_no_update BEFORE UPDATE ON ledger_part BEGIN SELECT RAISE(ABORT, 'rows of ledger_part are never changed'); END;
CREATE TRIGGER rated_no_update BEFORE UPDATE ON rated BEGIN SELECT RAISE(ABORT, 'rows of rated are never changed'); END;
CREATE TRIGGER correction_no_update BEFORE UPDATE ON correction BEGIN SELECT RAISE(ABORT, 'rows of correction are never changed'); END;
CREATE TRIGGER preview_no_update BEFORE UPDATE ON preview BEGIN SELECT RAISE(ABORT, 'rows of preview are never changed'); END;
CREATE TRIGGER log_no_delete BEFORE DELETE ON log BEGIN SELECT RAISE(ABORT, 'rows of log are never deleted'); END;
CREATE TRIGGER player_change_no_delete BEFORE DELETE ON player_change BEGIN SELECT RAISE(ABORT, 'rows of player_change are never deleted'); END;
CREATE TRIGGER merge_no_delete BEFORE DELETE ON merge BEGIN SELECT RAISE(ABORT, 'rows of merge are never deleted'); END;
CREATE TRIGGER licence_no_delete BEFORE DELETE ON licence BEGIN SELECT RAISE(ABORT, 'rows of licence are never deleted'); END;
CREATE TRIGGER membership_no_delete BEFORE DELETE ON membership BEGIN SELECT RAISE(ABORT, 'rows of membership are never deleted'); END;
CREATE TRIGGER event_no_delete BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'rows of event are never deleted'); END;
CREATE TRIGGER event_facts_no_delete BEFORE DELETE ON event_facts BEGIN SELECT RAISE(ABORT, 'rows of event_facts are never deleted'); END;
CREATE TRIGGER report_no_delete BEFORE DELETE ON report BEGIN SELECT RAISE(ABORT, 'rows of report are never deleted'); END;
CREATE TRIGGER decision_no_delete BEFORE DELETE ON decision BEGIN SELECT RAISE(ABORT, 'rows of decision are never deleted'); END;
CREATE TRIGGER content_no_delete BEFORE DELETE ON content BEGIN SELECT RAISE(ABORT, 'rows of content are never deleted'); END;
CREATE TRIGGER rating_list_no_delete BEFORE DELETE ON rating_list BEGIN SELECT RAISE(ABORT, 'rows of rating_list are never deleted'); END;
CREATE TRIGGER roll_part_no_delete BEFORE DELETE ON roll_part BEGIN SELECT RAISE(ABORT, 'rows of roll_part are never deleted'); END;
CREATE TRIGGER imported_part_no_delete BEFORE DELETE ON imported_part BEGIN SELECT RAISE(ABORT, 'rows of imported_part are never deleted'); END;
CREATE TRIGGER period_part_no_delete BEFORE DELETE ON period_part BEGIN SELECT RAISE(ABORT, 'rows of period_part are never deleted'); END;
CREATE TRIGGER ledger_part_no_delete BEFORE DELETE ON ledger_part BEGIN SELECT RAISE(ABORT, 'rows of ledger_part are never deleted'); END;
CREATE TRIGGER rated_no_delete BEFORE DELETE ON rated BEGIN SELECT RAISE(ABORT, 'rows of rated are never deleted'); END;
CREATE TRIGGER correction_no_delete BEFORE DELETE ON correction BEGIN SELECT RAISE(ABORT, 'rows of correction are never deleted'); END;
CREATE TRIGGER preview_no_delete BEFORE DELETE ON preview BEGIN SELECT RAISE(ABORT, 'rows of preview are never deleted'); END;
CREATE TRIGGER player_no_delete BEFORE DELETE ON player BEGIN SELECT RAISE(ABORT, 'rows of player are never deleted'); END;
CREATE TRIGGER birth_no_delete BEFORE DELETE ON birth BEGIN SELECT RAISE(ABORT, 'rows of birth are never deleted'); END;
CREATE TRIGGER arbiter_no_delete BEFORE DELETE ON arbiter BEGIN SELECT RAISE(ABORT, 'rows of arbiter are never deleted'); END;
CREATE TRIGGER federation_no_delete BEFORE DELETE ON federation BEGIN SELECT RAISE(ABORT, 'rows of federation are never deleted'); END;
CREATE TRIGGER series_no_delete BEFORE DELETE ON series BEGIN SELECT RAISE(ABORT, 'rows of series are never deleted'); END;
CREATE TRIGGER setting_no_delete BEFORE DELETE ON setting BEGIN SELECT RAISE(ABORT, 'rows of setting are never deleted'); END;
COMMIT;
