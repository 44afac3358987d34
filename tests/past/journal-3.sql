PRAGMA journal_mode = WAL;
PRAGMA application_id = 1196246085;
PRAGMA user_version = 3;
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
, rest TEXT NOT NULL DEFAULT '{}', hash BLOB NOT NULL DEFAULT x'') STRICT;
INSERT INTO "entry" VALUES(1,'roll-1','roll-1','evening',1700000000001,'ep2','eva','eva guns lao qing fray ÷ 2 ','{"character":"eva","name":"Eva","ability":{"kind":"skill","key":"skill-guns","label":"Guns","rating":65,"linked":"REF","linked_rating":20},"chips":[{"id":"smoke","value":-30,"label":"Smoke −","pinned":true}],"point":{"points":"vigor","use":"add_20"},"attack":"pistol","mode":"attack","opponent":{"character":"lao","name":"Lao Qing","ability":{"kind":"skill","key":"skill-fray","label":"Fray","rating":60,"linked":"REF","linked_rating":20},"halved":"up"}}','{"request":"opposed","a":{"request":"success","target":65,"modifiers":[{"value":-30,"label":"Smoke −"}]},"b":{"request":"success","target":30}}','{}','{"a.roll":[33],"b.roll":[88]}',0,0,'{}',X'2E173F63C29810DEE8476D4F88E5B504');
INSERT INTO "entry" VALUES(2,'roll-2','roll-1','evening',1700000000002,'ep2','eva','eva guns ','{"character":"eva","name":"Eva","ability":{"kind":"skill","key":"skill-guns","label":"Guns","rating":65,"linked":"REF","linked_rating":20}}','{"request":"dice","expression":"2d10"}','{}','{"rolls":[4,9]}',0,0,'{"harmed":{"character":"lao","changes":{"damage":13,"wounds":1},"roll":"roll-1"}}',X'D18365FD7579227717C4C20DF105454C');
INSERT INTO "entry" VALUES(3,'roll-3','roll-3','evening',1700000000003,'ep2','eva','eva guns über den dächern slips past','{"character":"eva","name":"Eva","ability":{"kind":"skill","key":"skill-guns","label":"Guns","rating":65,"linked":"REF","linked_rating":20}}','{"request":"success","target":65}','{"cap":40}','{"roll":[53]}',1,1,'{"struck":true,"picks":["time","time"],"note":"Über den Dächern","override":{"words":"Slips past","grade":"success"}}',X'AF53C7FB39808A6DC3149CF09AD0F929');
INSERT INTO "entry" VALUES(4,'roll-4','roll-4','morning',1700086400000,'ep2','eva','eva guns 9 damage 1 wound ','{"character":"eva","name":"Eva","ability":{"kind":"skill","key":"skill-guns","label":"Guns","rating":65,"linked":"REF","linked_rating":20}}','{"request":"event","kind":"damage","words":["9 damage","1 wound"]}','{}','{}',0,0,'{"harmed":{"character":"eva","changes":{"damage":9,"wounds":1}}}',X'11BA8DA3F12F400CAD432513E0CD5C80');
INSERT INTO "entry" VALUES(5,'roll-5','roll-5','morning',1700086400001,'kaiser','eva','eva guns ','{"character":"eva","name":"Eva","ability":{"kind":"skill","key":"skill-guns","label":"Guns","rating":65,"linked":"REF","linked_rating":20}}','{"request":"kaiser_check","kind":"skill","effort":{"value":4},"difficulty":12}','{}','{"dice":[3,5]}',0,0,'{}',X'C6FDF4181D9A263AF4EB801EF3386A48');
CREATE TABLE revision(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    entry TEXT NOT NULL,
    time INTEGER NOT NULL,
    what TEXT NOT NULL
, hash BLOB NOT NULL DEFAULT x'') STRICT;
INSERT INTO "revision" VALUES(1,'judged','roll-1',1700000000009,'{"dice":{"a.roll":[33],"b.roll":[8]},"note":"Flipped"}',X'DB3D6138B24A97D288F68D8CC70B6A6E');
INSERT INTO "revision" VALUES(2,'opened','roll-3',1700000000010,'{"secret":false,"struck":false}',X'915668FAF8E174328B5BAF1763285143');
CREATE INDEX revision_entry ON revision(entry);
CREATE TABLE naming(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    time INTEGER NOT NULL,
    name TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
INSERT INTO "naming" VALUES(1,'named','evening',1700000000011,'Noctis',X'059E13FB1368F6BB2592FEEB98BC0454');
CREATE TABLE line( -- what a roll is found by, as its revisions leave it
    number INTEGER PRIMARY KEY, -- rises with the time of the roll
    entry INTEGER NOT NULL UNIQUE, -- its number
    evening INTEGER NOT NULL,
    marks TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
INSERT INTO "line" VALUES(1782579200001048576,1,1,' .ceva .clao .gcriticalsuccess .open 2 eva flipped fray guns lao qing ',X'C26061DEF112C97096B2D8D8C0B53BAC');
INSERT INTO "line" VALUES(1782579200002097152,2,1,' .ceva .open eva guns ',X'99EFB867ACE1B481DA4424A201639E36');
INSERT INTO "line" VALUES(1782579200003145728,3,1,' .ceva .gsuccess .open dachern den eva guns past slips uber ',X'94001C5E57ECEA724D0C9E043484C6DD');
INSERT INTO "line" VALUES(1782669796966400000,4,2,' .ceva .open 1 9 damage eva guns wound ',X'089C59A17FA11DBFC6D8D28A34EA4F99');
INSERT INTO "line" VALUES(1782669796967448576,5,2,' .ceva .gsuccess .open eva guns ',X'B0FD84D2024FCC53B608C42A018D66F6');
CREATE INDEX line_evening ON line(evening);
CREATE TABLE evening(
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    first INTEGER NOT NULL, -- the numbers of its lines
    last INTEGER NOT NULL,
    rolls INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT;
INSERT INTO "evening" VALUES(1,'evening',1700000000001,1700000000003,1782579200001048576,1782579200003145728,3,X'310F3B6AEC26A611DF7BAE7E01EA2A03');
INSERT INTO "evening" VALUES(2,'morning',1700086400000,1700086400001,1782669796966400000,1782669796967448576,1,X'9CD77400103E17159E7F0C54A4C76C52');
CREATE TABLE about(version INTEGER NOT NULL, behind INTEGER NOT NULL) STRICT;
INSERT INTO "about" VALUES(3,1);
COMMIT;
