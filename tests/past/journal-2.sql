PRAGMA journal_mode = WAL;
PRAGMA application_id = 1196246085;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE entry(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    batch TEXT NOT NULL,
    session TEXT NOT NULL,
    time INTEGER NOT NULL,
    system TEXT NOT NULL,
    character TEXT NOT NULL,
    words TEXT NOT NULL, -- who and what, casefolded, to search in
    draft TEXT NOT NULL,
    request TEXT NOT NULL,
    house TEXT NOT NULL,
    dice TEXT NOT NULL,
    by_hand INTEGER NOT NULL,
    secret INTEGER NOT NULL
) STRICT;
INSERT INTO "entry" VALUES(1,'roll-1','roll-1','roll-1',1700000000001,'ep2','eva','eva guns','{"character":"eva","name":"Eva","ability":{"kind":"skill","key":"skill-guns","label":"Guns","rating":65,"linked":"REF","linked_rating":20},"chips":[{"id":"smoke","value":-30,"label":"Smoke −"}]}','{"request":"success","target":65,"modifiers":[{"value":-30,"label":"Smoke −"}]}','{}','{"roll":[53]}',0,0);
INSERT INTO "entry" VALUES(2,'roll-2','roll-2','roll-1',1700000000002,'ep2','eva','eva guns lao qing fray ÷ 2','{"character":"eva","name":"Eva","ability":{"kind":"skill","key":"skill-guns","label":"Guns","rating":65,"linked":"REF","linked_rating":20},"mode":"attack","opponent":{"character":"lao","name":"Lao Qing","ability":{"kind":"skill","key":"skill-fray","label":"Fray","rating":60,"linked":"REF","linked_rating":20},"halved":"down"}}','{"request":"opposed","a":{"request":"success","target":65},"b":{"request":"success","target":30},"attack":true}','{}','{"a.roll":[33],"b.roll":[12]}',1,0);
INSERT INTO "entry" VALUES(3,'roll-3','roll-2','roll-1',1700000000003,'ep2','lao','lao qing ref check','{"character":"lao","name":"Lao Qing","ability":{"kind":"check","key":"REF","label":"REF check","rating":45}}','{"request":"success","target":45}','{}','{"roll":[99]}',1,1);
INSERT INTO "entry" VALUES(4,'roll-4','roll-4','roll-1',1700000000004,'kaiser','gerlach','gerlach strike','{"character":"gerlach","name":"Gerlach","ability":{"kind":"skill","key":"strike","label":"Strike","rating":12}}','{"request":"kaiser_check","kind":"skill","effort":{"value":12},"difficulty":10}','{}','{"dice":[5]}',0,0);
INSERT INTO "entry" VALUES(5,'roll-5','roll-5','roll-1',1700000000005,'ep2','',' 2d10+3','{"ability":{"kind":"bare","key":"","label":"2d10+3","rating":0}}','{"request":"dice","expression":"2d10+3"}','{}','{"rolls":[4,9]}',0,0);
CREATE TABLE revision(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    entry TEXT NOT NULL,
    time INTEGER NOT NULL,
    what TEXT NOT NULL
) STRICT;
INSERT INTO "revision" VALUES(1,'revision-1','roll-1',1700000000010,'{"request":{"request":"success","target":65,"modifiers":[{"value":-30,"label":"Smoke −"}],"after":"flip_flop"},"note":"Flipped"}');
INSERT INTO "revision" VALUES(2,'revision-2','roll-3',1700000000011,'{"secret":false}');
INSERT INTO "revision" VALUES(3,'revision-3','roll-4',1700000000012,'{"struck":true,"picks":["time","time"]}');
INSERT INTO "revision" VALUES(4,'revision-4','roll-4',1700000000013,'{"struck":false}');
CREATE INDEX revision_entry ON revision(entry);
COMMIT;
