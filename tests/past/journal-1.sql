PRAGMA journal_mode = WAL;
PRAGMA application_id = 1196246085;
PRAGMA user_version = 1;
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
INSERT INTO "entry" VALUES(1,'roll-1','roll-1','roll-1',1700000000001,'ep2','eva','eva guns','{"character":"eva","name":"Eva","ability":{"kind":"skill","key":"skill-guns","label":"Guns","rating":65,"linked":"REF","linked_rating":20},"chips":[{"id":"difficulty","value":-20,"label":"Hard","origin":"difficulty"},{"id":"smoke","value":-30,"label":"Smoke −"},{"id":"aim","value":10,"label":"Aim","struck":true,"pinned":true}]}','{"request":"success","target":65,"modifiers":[{"value":-20,"label":"Hard"},{"value":-30,"label":"Smoke −"}]}','{}','{"roll":[33]}',0,0);
INSERT INTO "entry" VALUES(2,'roll-2','roll-2','roll-1',1700000000002,'ep2','lao','lao qing ref check','{"character":"lao","name":"Lao Qing","ability":{"kind":"check","key":"REF","label":"REF check","rating":45},"eyeballed":10}','{"request":"success","target":45,"modifiers":[{"value":10,"label":"Eyeballed"}]}','{"cap":40,"default_criticals":"count"}','{"roll":[99]}',0,1);
INSERT INTO "entry" VALUES(3,'roll-3','roll-3','roll-1',1700000000003,'ep2','eva','eva melee','{"character":"eva","name":"Eva","ability":{"kind":"untrained","key":"Melee","label":"Melee","rating":0,"linked":"SOM","linked_rating":10}}','{"request":"success","target":10,"default":true}','{}','{"roll":[0]}',1,0);
COMMIT;
