PRAGMA application_id=1179206725;
PRAGMA user_version=3;
BEGIN TRANSACTION;
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
);
INSERT INTO "_sqlite_migrations" VALUES(1,'fidelity','0001_initial','2026-01-02 03:04:05+00:00');
INSERT INTO "_sqlite_migrations" VALUES(2,'fidelity','0002_claims','2026-01-02 03:04:05+00:00');
INSERT INTO "_sqlite_migrations" VALUES(3,'fidelity','0003_legibility','2026-01-02 03:04:05+00:00');
CREATE TABLE attempts (
    id                 INTEGER PRIMARY KEY,
    trial_id           TEXT NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
    number             INTEGER NOT NULL,
    request            TEXT NOT NULL,       -- JSON without the key, pictures as sha256
    status             INTEGER,
    headers            TEXT NOT NULL,       -- JSON
    body               BLOB NOT NULL,
    outcome            TEXT NOT NULL,
    reason             TEXT NOT NULL,
    queued_at          TEXT NOT NULL,
    first_byte_at      TEXT,
    ended_at           TEXT NOT NULL,
    backoff_s          REAL NOT NULL,
    input_tokens       INTEGER,             -- NULL is unknown, never zero
    cached_tokens      INTEGER,
    output_tokens      INTEGER,
    total_tokens       INTEGER,
    served_model       TEXT NOT NULL,
    system_fingerprint TEXT NOT NULL,
    cold               INTEGER NOT NULL CHECK (cold IN (0, 1))
) STRICT;
INSERT INTO "attempts" VALUES(1,'id7',1,'{"mode":"extract","engine":{"adapter":"replay","version":"replay 0145de039cef"},"images":[{"sha256":"07a01feae2fd31968325b0e56fc8af0ab7d9bf1c277a2be1b919d67c60b88ebd","media_type":"image/png","bytes":6716,"width_px":520,"height_px":260,"page_index":0}]}',NULL,'{}',X'7B22636F66666565223A2022332E3530222C2022626167656C223A202232352E3430222C2022746F74616C223A202232382E3930227D','ok','','2026-01-02T03:04:14+00:00','2026-01-02T03:04:15+00:00','2026-01-02T03:04:16+00:00',0.0,NULL,NULL,NULL,NULL,'replay 0145de039cef','',0);
INSERT INTO "attempts" VALUES(2,'id8',1,'{"mode":"extract","engine":{"adapter":"replay","version":"replay c886c965a84e"},"images":[{"sha256":"07a01feae2fd31968325b0e56fc8af0ab7d9bf1c277a2be1b919d67c60b88ebd","media_type":"image/png","bytes":6716,"width_px":520,"height_px":260,"page_index":0}]}',NULL,'{}',X'7B22636F66666565223A2022332E3530222C2022626167656C223A206E756C6C2C2022746F74616C223A202232332E3930227D','ok','','2026-01-02T03:04:17+00:00','2026-01-02T03:04:18+00:00','2026-01-02T03:04:19+00:00',0.0,NULL,NULL,NULL,NULL,'replay c886c965a84e','',0);
INSERT INTO "attempts" VALUES(3,'id9',1,'{"mode":"extract","engine":{"adapter":"replay","version":"replay 0145de039cef"},"images":[{"sha256":"f76d2176941f8eebb28e3e661e22b374e3e031fd7399d3dcd35197a70383997e","media_type":"image/png","bytes":3117,"width_px":522,"height_px":264,"page_index":0}]}',NULL,'{}',X'7B22636F66666565223A2022332E3530222C2022626167656C223A202232352E3430222C2022746F74616C223A202232382E3930227D','ok','','2026-01-02T03:04:25+00:00','2026-01-02T03:04:26+00:00','2026-01-02T03:04:27+00:00',0.0,NULL,NULL,NULL,NULL,'replay 0145de039cef','',0);
INSERT INTO "attempts" VALUES(4,'id10',1,'{"mode":"extract","engine":{"adapter":"replay","version":"replay c886c965a84e"},"images":[{"sha256":"f76d2176941f8eebb28e3e661e22b374e3e031fd7399d3dcd35197a70383997e","media_type":"image/png","bytes":3117,"width_px":522,"height_px":264,"page_index":0}]}',NULL,'{}',X'7B22636F66666565223A2022332E3530222C2022626167656C223A206E756C6C2C2022746F74616C223A202232332E3930227D','ok','','2026-01-02T03:04:28+00:00','2026-01-02T03:04:29+00:00','2026-01-02T03:04:30+00:00',0.0,NULL,NULL,NULL,NULL,'replay c886c965a84e','',0);
CREATE TABLE baselines (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE,
    run_id     TEXT NOT NULL REFERENCES runs (id),
    model      TEXT NOT NULL,
    model_key  TEXT NOT NULL,
    summary    TEXT NOT NULL,               -- JSON
    sha        TEXT NOT NULL,               -- sha256 of summary
    created_at TEXT NOT NULL
) STRICT;
CREATE TABLE claims (
    id           INTEGER PRIMARY KEY,
    run_id       TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    document_id  TEXT NOT NULL REFERENCES documents (id),
    trial_id     TEXT NOT NULL UNIQUE REFERENCES trials (id) ON DELETE CASCADE,
    field_id     TEXT NOT NULL,             -- empty: the field is not there any more
    printed      TEXT NOT NULL,             -- what is printed in the field claimed about
    is_true      INTEGER CHECK (is_true IN (0, 1)), -- NULL: cannot be decided by what is annotated now
    fault        TEXT NOT NULL,             -- what a false claim has wrong, as the judge names it
    answer       TEXT NOT NULL CHECK (answer IN ('yes', 'no', '')), -- empty: no plain answer
    outcome      TEXT NOT NULL,             -- confirmed_right, confirmed_wrong, rejected_right, ...
    failure      TEXT NOT NULL,             -- why there is no answer, empty where there is one
    reason       TEXT NOT NULL
) STRICT;
CREATE TABLE decisions (
    id        TEXT PRIMARY KEY,
    run_id    TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    trial_id  TEXT NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
    slot      TEXT NOT NULL,
    decision  TEXT NOT NULL CHECK (decision IN ('model_wrong', 'truth_wrong', 'illegible', 'ambiguous', 'skipped')),
    note      TEXT NOT NULL,
    who       TEXT NOT NULL,
    at        TEXT NOT NULL,
    undone_at TEXT
) STRICT;
INSERT INTO "decisions" VALUES('id11','id6','id8','id5@d35c96e6f333','model_wrong','an 8','tester','2026-01-02T03:04:37+00:00',NULL);
CREATE TABLE documents (
    id          TEXT PRIMARY KEY,
    name        TEXT NOT NULL,
    type        TEXT NOT NULL,
    locale      TEXT NOT NULL,              -- BCP 47 tag, or empty: unknown
    currency    TEXT NOT NULL,              -- ISO 4217 code, or empty: unknown
    difficulty  TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('new', 'annotated', 'verified', 'disputed')),
    added_at    TEXT NOT NULL,
    source      TEXT NOT NULL DEFAULT '',   -- where the file was; never opened again, for people only
    archived_at TEXT
) STRICT;
INSERT INTO "documents" VALUES('id1','one','receipt','en-US','USD','','annotated','2026-01-02T03:04:08+00:00','one.png',NULL);
CREATE TABLE field_history (
    id          INTEGER PRIMARY KEY,
    edit_id     TEXT NOT NULL,              -- rows of one edit (one step of undo, one transaction)
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    thing       TEXT NOT NULL CHECK (thing IN ('field', 'document', 'page')),
    thing_id    TEXT NOT NULL,
    name        TEXT NOT NULL,
    before      TEXT,                       -- JSON, NULL: was not there
    after       TEXT,                       -- JSON, NULL: is not there any more
    who         TEXT NOT NULL,
    at          TEXT NOT NULL
) STRICT;
CREATE TABLE fields (
    id          TEXT PRIMARY KEY,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    page_index  INTEGER NOT NULL,
    key         TEXT NOT NULL,
    kind        TEXT NOT NULL,
    text        TEXT NOT NULL,
    box         TEXT,                       -- JSON: x0,y0 ... x3,y3 clockwise from the text's top left
    glyphs      TEXT NOT NULL DEFAULT '[]', -- JSON: one such array per character of text, or empty
    legibility  TEXT NOT NULL CHECK (legibility IN ('clear', 'hard', 'illegible')),
    position    INTEGER NOT NULL,
    note        TEXT NOT NULL,
    typed       INTEGER NOT NULL DEFAULT 1 CHECK (typed IN (0, 1)) -- 0: a box whose text nobody typed yet, no truth
) STRICT;
INSERT INTO "fields" VALUES('id3','id1',0,'coffee','amount','3.50','[398.375,50.0,480.375,50.0,480.375,75.0,398.375,75.0]','[]','clear',0,'',1);
INSERT INTO "fields" VALUES('id4','id1',0,'bagel','amount','25.40','[377.96875,110.0,479.96875,110.0,479.96875,135.0,377.96875,135.0]','[]','clear',1,'',1);
INSERT INTO "fields" VALUES('id5','id1',0,'total','amount','28.90','[377.96875,170.0,479.96875,170.0,479.96875,195.0,377.96875,195.0]','[]','clear',2,'',1);
CREATE TABLE findings (
    id          INTEGER PRIMARY KEY,
    run_id      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    slot        TEXT NOT NULL,
    document_id TEXT NOT NULL REFERENCES documents (id),
    field_id    TEXT NOT NULL,              -- empty: an invented value
    key         TEXT NOT NULL,
    kind        TEXT NOT NULL,
    recipe_key  TEXT NOT NULL,
    position    INTEGER NOT NULL,           -- document, field, recipe in the order of the run
    truth_text  TEXT NOT NULL,
    legibility  TEXT NOT NULL,
    wrong       INTEGER NOT NULL,           -- readings that say something wrong, or nothing where something is
    refused     INTEGER NOT NULL,           -- readings that failed or abstained
    differs     INTEGER NOT NULL,           -- 1: the models do not agree with each other
    undecided   INTEGER NOT NULL,           -- wrong ones that no person has judged
    search      TEXT NOT NULL,              -- lower case: document, key, truth, readings
    UNIQUE (run_id, slot)
) STRICT;
INSERT INTO "findings" VALUES(1,'id6','id3@d35c96e6f333','id1','id3','coffee','amount','d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9',0,'3.50','clear',0,0,0,0,'one
coffee
3.50');
INSERT INTO "findings" VALUES(2,'id6','id4@d35c96e6f333','id1','id4','bagel','amount','d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9',1000,'25.40','clear',0,1,1,0,'one
bagel
25.40');
INSERT INTO "findings" VALUES(3,'id6','id5@d35c96e6f333','id1','id5','total','amount','d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9',2000,'28.90','clear',1,0,1,0,'one
total
28.90
23.90');
INSERT INTO "findings" VALUES(4,'id6','id3@17cc4f582b48','id1','id3','coffee','amount','17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade',1,'3.50','clear',0,0,0,0,'one
coffee
3.50');
INSERT INTO "findings" VALUES(5,'id6','id4@17cc4f582b48','id1','id4','bagel','amount','17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade',1001,'25.40','clear',0,1,1,0,'one
bagel
25.40');
INSERT INTO "findings" VALUES(6,'id6','id5@17cc4f582b48','id1','id5','total','amount','17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade',2001,'28.90','clear',1,0,1,1,'one
total
28.90
23.90');
CREATE TABLE gates (
    id          TEXT PRIMARY KEY,
    run_id      TEXT NOT NULL REFERENCES runs (id),
    baseline_id TEXT NOT NULL REFERENCES baselines (id),
    rules       TEXT NOT NULL,              -- JSON
    verdict     TEXT NOT NULL,
    exit_code   INTEGER NOT NULL,
    details     TEXT NOT NULL,              -- JSON
    decided_at  TEXT NOT NULL
) STRICT;
CREATE TABLE illegible_marks (
    id            TEXT PRIMARY KEY,
    document_id   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    field_id      TEXT NOT NULL,
    recipe        TEXT NOT NULL,            -- JSON, pinned, at the severity that was looked at
    ladder_key    TEXT NOT NULL,            -- sha256 of the recipe's operations, versions and parameters
    severity      REAL NOT NULL,
    seed          INTEGER NOT NULL,
    note          TEXT NOT NULL,
    who           TEXT NOT NULL,
    at            TEXT NOT NULL,
    taken_back_by TEXT NOT NULL DEFAULT '',
    taken_back_at TEXT
) STRICT;
INSERT INTO "illegible_marks" VALUES('id12','id1','id5','{"schema":1,"name":"fax","title":"Sent by fax, a little askew","severity":4.0,"steps":[{"op":"skew","severity":1.3333333333333333,"parameters":{},"version":1},{"op":"fax","severity":4.0,"parameters":{},"version":1}]}','ebffdf32bd6539b740230293fa97167eadf44726b90c6760db622282909425cb',4.0,0,'smeared','tester','2026-01-02T03:04:38+00:00','',NULL);
INSERT INTO "illegible_marks" VALUES('id13','id1','id5','{"schema":1,"name":"fax","title":"Sent by fax, a little askew","severity":1.0,"steps":[{"op":"skew","severity":0.3333333333333333,"parameters":{},"version":1},{"op":"fax","severity":1.0,"parameters":{},"version":1}]}','ebffdf32bd6539b740230293fa97167eadf44726b90c6760db622282909425cb',1.0,0,'','tester','2026-01-02T03:04:39+00:00','tester','2026-01-02T03:04:40+00:00');
CREATE TABLE legibility_measures (
    variant_key     TEXT NOT NULL,          -- as in variants: page, recipe and seed
    box             TEXT NOT NULL,          -- as in fields: JSON, in pixels of the page
    method          INTEGER NOT NULL,       -- raised with any change of how it is measured
    contrast        REAL,                   -- NULL is unknown, in each of them
    sharpness       REAL,
    digit_height_px REAL,
    PRIMARY KEY (variant_key, box)
) STRICT, WITHOUT ROWID;
INSERT INTO "legibility_measures" VALUES('41c6ee9d6687d3cadc9b6f89a07a794bc76b2dd8c968a745aa0370b5a6dc88f5','[377.96875,110.0,479.96875,110.0,479.96875,135.0,377.96875,135.0]',1,1.0,9.17647058823529371274e-01,24.0);
INSERT INTO "legibility_measures" VALUES('41c6ee9d6687d3cadc9b6f89a07a794bc76b2dd8c968a745aa0370b5a6dc88f5','[377.96875,170.0,479.96875,170.0,479.96875,195.0,377.96875,195.0]',1,1.0,7.80392156862745101086e-01,24.5);
INSERT INTO "legibility_measures" VALUES('41c6ee9d6687d3cadc9b6f89a07a794bc76b2dd8c968a745aa0370b5a6dc88f5','[398.375,50.0,480.375,50.0,480.375,75.0,398.375,75.0]',1,1.0,9.60784313725490224378e-01,24.0);
INSERT INTO "legibility_measures" VALUES('6a851665f350f3512a33889f895c68db4cc7534468fa2a1fcd748c2586f97891','[377.96875,110.0,479.96875,110.0,479.96875,135.0,377.96875,135.0]',1,1.0,7.68627450980392201707e-01,25.0);
INSERT INTO "legibility_measures" VALUES('6a851665f350f3512a33889f895c68db4cc7534468fa2a1fcd748c2586f97891','[377.96875,170.0,479.96875,170.0,479.96875,195.0,377.96875,195.0]',1,1.0,0.788235294117647,25.0);
INSERT INTO "legibility_measures" VALUES('6a851665f350f3512a33889f895c68db4cc7534468fa2a1fcd748c2586f97891','[398.375,50.0,480.375,50.0,480.375,75.0,398.375,75.0]',1,1.0,5.80392156862745145495e-01,25.0);
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('application','fidelity');
INSERT INTO "meta" VALUES('application_version','0.1.0');
INSERT INTO "meta" VALUES('created_at','2026-01-02T03:04:05+00:00');
CREATE TABLE mismatches (
    id            INTEGER PRIMARY KEY,
    reading_id    INTEGER NOT NULL REFERENCES readings (id) ON DELETE CASCADE,
    operation     TEXT NOT NULL CHECK (operation IN ('substitute', 'insert', 'delete', 'swap', 'notation')),
    truth_start   INTEGER NOT NULL,
    truth_end     INTEGER NOT NULL,
    reading_start INTEGER NOT NULL,
    reading_end   INTEGER NOT NULL,
    truth_text    TEXT NOT NULL,
    reading_text  TEXT NOT NULL,
    errors        TEXT NOT NULL,            -- JSON array: the reading's error kinds
    page_index    INTEGER NOT NULL,
    box           TEXT                      -- JSON, in pixels of the variant
) STRICT;
INSERT INTO "mismatches" VALUES(1,6,'substitute',1,2,1,2,'8','3','["substitution"]',0,'[398.36875,170.0,418.76875,170.0,418.76875,195.0,398.36875,195.0]');
INSERT INTO "mismatches" VALUES(2,12,'substitute',1,2,1,2,'8','3','["substitution"]',0,'[399.5991176201597,171.19433085888346,419.9987723880577,171.0756491392416,420.14421567193256,196.0752260606852,399.74456090403453,196.19390778032707]');
CREATE TABLE models (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    key        TEXT NOT NULL,               -- sha256 of what can change an answer
    config     TEXT NOT NULL,               -- JSON
    added_at   TEXT NOT NULL,
    retired_at TEXT
) STRICT;
INSERT INTO "models" VALUES(1,'rapidocr','7eed6e894e77a928e7adba604953fd49000165a12d9ce63d2452f1fcaa333b80','{"name":"rapidocr","adapter":"rapidocr","model_id":"","base_url":"","key_env":"","parameters":{},"prices":{},"concurrency":2,"timeout_s":120.0}','2026-01-02T03:04:06+00:00',NULL);
INSERT INTO "models" VALUES(2,'tesseract','1e6e1735c9d9647b0d3e38e8a2f3a8675d016cfd968b046c4bf44fd6e0077cdf','{"name":"tesseract","adapter":"tesseract","model_id":"","base_url":"","key_env":"","parameters":{},"prices":{},"concurrency":2,"timeout_s":120.0}','2026-01-02T03:04:07+00:00',NULL);
INSERT INTO "models" VALUES(3,'right','52b44589a75a78a97e22715046ef7dc99c23fb996b79f302a43c935b30f74311','{"name":"right","adapter":"replay","model_id":"","base_url":"","key_env":"","parameters":{"file":"right.jsonl"},"prices":{},"concurrency":4,"timeout_s":120.0}','2026-01-02T03:04:09+00:00',NULL);
INSERT INTO "models" VALUES(4,'wrong','6174b02d9c7f184798551d063e25240b535e787d2bf76d08dedccfbc8dbf1e5e','{"name":"wrong","adapter":"replay","model_id":"","base_url":"","key_env":"","parameters":{"file":"wrong.jsonl"},"prices":{},"concurrency":4,"timeout_s":120.0}','2026-01-02T03:04:10+00:00',NULL);
CREATE TABLE pages (
    id            TEXT PRIMARY KEY,
    document_id   TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    page_index    INTEGER NOT NULL CHECK (page_index >= 0),
    image_sha     TEXT NOT NULL,
    source_sha    TEXT NOT NULL,
    pixel_sha     TEXT NOT NULL,            -- of the decoded upright pixels, before quarter_turns
    width_px      INTEGER NOT NULL,         -- of the picture as shown, after quarter_turns
    height_px     INTEGER NOT NULL,
    dpi           REAL,
    source_name   TEXT NOT NULL,
    notes         TEXT NOT NULL,            -- JSON array: what opening had to do
    quarter_turns INTEGER NOT NULL DEFAULT 0 CHECK (quarter_turns BETWEEN 0 AND 3),
    UNIQUE (document_id, page_index)
) STRICT;
INSERT INTO "pages" VALUES('id2','id1',0,'fb60baf54208cac4fd2c76ca5b6c8de70b72d9b852c3fb697007fcc0d1f482d3','fb60baf54208cac4fd2c76ca5b6c8de70b72d9b852c3fb697007fcc0d1f482d3','ae232174c0fe899efb99bd0130c9f800a55effb39181b34de14e30eea07d6b76',520,260,221.0,'one.png','["no resolution stated; about 221 dpi by the height of its digits"]',0);
CREATE TABLE readings (
    id            INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice, so that a link stays true
    finding_id    INTEGER NOT NULL REFERENCES findings (id) ON DELETE CASCADE,
    trial_id      TEXT NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
    model         TEXT NOT NULL,
    repeat_index  INTEGER NOT NULL,
    text          TEXT,                     -- exactly as read; NULL: nothing, or "cannot read"
    outcome       TEXT NOT NULL,
    verdict       TEXT,
    label         TEXT NOT NULL,            -- the first-named error kind, the verdict, or the failure
    errors        TEXT NOT NULL,            -- JSON array of error kinds
    truth_value   TEXT,                     -- JSON: canonical text, array of texts, or NULL
    reading_value TEXT,
    is_printed    INTEGER NOT NULL,         -- 1: something legible stands there, so that it can be recalled
    is_answered   INTEGER NOT NULL,         -- 1: a value was given, right or wrong
    is_right      INTEGER NOT NULL,         -- 1: the value is right, or abstaining was
    is_strict     INTEGER NOT NULL,         -- 1: and so are fraction digits, sign notation and currency
    is_silent     INTEGER NOT NULL,         -- 1: an answer that is wrong and does not say so
    truth_digits  INTEGER NOT NULL,         -- digits of the truth, where the pair can be compared
    digit_errors  INTEGER NOT NULL,         -- digits substituted, missing, added, swapped
    cells         TEXT NOT NULL,            -- JSON: {"8>3": 1, "8>8": 2}, printed and read characters of the pair
    confidence    REAL,
    page_index    INTEGER NOT NULL,
    box           TEXT,                     -- JSON, in pixels of the variant
    glyphs        TEXT NOT NULL,            -- JSON, in pixels of the variant
    decision_id   TEXT REFERENCES decisions (id)
) STRICT;
INSERT INTO "readings" VALUES(1,1,'id7','right',0,'3.50','ok','exact','exact','[]','"3.50"','"3.50"',1,1,1,1,0,3,0,'{"3>3":1,"decimal>decimal":1,"5>5":1,"0>0":1}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(2,1,'id8','wrong',0,'3.50','ok','exact','exact','[]','"3.50"','"3.50"',1,1,1,1,0,3,0,'{"3>3":1,"decimal>decimal":1,"5>5":1,"0>0":1}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(3,2,'id7','right',0,'25.40','ok','exact','exact','[]','"25.40"','"25.40"',1,1,1,1,0,4,0,'{"2>2":1,"5>5":1,"decimal>decimal":1,"4>4":1,"0>0":1}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(4,2,'id8','wrong',0,NULL,'ok','abstained','abstained','["abstained"]','"25.40"',NULL,1,0,0,0,0,0,0,'{}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(5,3,'id7','right',0,'28.90','ok','exact','exact','[]','"28.90"','"28.90"',1,1,1,1,0,4,0,'{"2>2":1,"8>8":1,"decimal>decimal":1,"9>9":1,"0>0":1}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(6,3,'id8','wrong',0,'23.90','ok','mismatch','substitution','["substitution"]','"28.90"','"23.90"',1,1,0,0,1,4,1,'{"2>2":1,"decimal>decimal":1,"9>9":1,"0>0":1,"8>3":1}',NULL,0,NULL,'[]','id11');
INSERT INTO "readings" VALUES(7,4,'id9','right',0,'3.50','ok','exact','exact','[]','"3.50"','"3.50"',1,1,1,1,0,3,0,'{"3>3":1,"decimal>decimal":1,"5>5":1,"0>0":1}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(8,4,'id10','wrong',0,'3.50','ok','exact','exact','[]','"3.50"','"3.50"',1,1,1,1,0,3,0,'{"3>3":1,"decimal>decimal":1,"5>5":1,"0>0":1}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(9,5,'id9','right',0,'25.40','ok','exact','exact','[]','"25.40"','"25.40"',1,1,1,1,0,4,0,'{"2>2":1,"5>5":1,"decimal>decimal":1,"4>4":1,"0>0":1}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(10,5,'id10','wrong',0,NULL,'ok','abstained','abstained','["abstained"]','"25.40"',NULL,1,0,0,0,0,0,0,'{}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(11,6,'id9','right',0,'28.90','ok','exact','exact','[]','"28.90"','"28.90"',1,1,1,1,0,4,0,'{"2>2":1,"8>8":1,"decimal>decimal":1,"9>9":1,"0>0":1}',NULL,0,NULL,'[]',NULL);
INSERT INTO "readings" VALUES(12,6,'id10','wrong',0,'23.90','ok','mismatch','substitution','["substitution"]','"28.90"','"23.90"',1,1,0,0,1,4,1,'{"2>2":1,"decimal>decimal":1,"9>9":1,"0>0":1,"8>3":1}',NULL,0,NULL,'[]',NULL);
CREATE TABLE recipes (
    name     TEXT PRIMARY KEY,
    key      TEXT NOT NULL,
    recipe   TEXT NOT NULL,                 -- JSON
    saved_at TEXT NOT NULL
) STRICT;
CREATE TABLE replies (
    id          INTEGER PRIMARY KEY,
    trial_id    TEXT NOT NULL UNIQUE REFERENCES trials (id) ON DELETE CASCADE,
    outcome     TEXT NOT NULL,
    reason      TEXT NOT NULL,
    format      TEXT NOT NULL,
    text        TEXT NOT NULL,
    attempts    INTEGER NOT NULL,
    received_at TEXT NOT NULL
) STRICT;
INSERT INTO "replies" VALUES(1,'id7','ok','','chat','{"coffee": "3.50", "bagel": "25.40", "total": "28.90"}',1,'2026-01-02T03:04:20+00:00');
INSERT INTO "replies" VALUES(2,'id8','ok','','chat','{"coffee": "3.50", "bagel": null, "total": "23.90"}',1,'2026-01-02T03:04:22+00:00');
INSERT INTO "replies" VALUES(3,'id9','ok','','chat','{"coffee": "3.50", "bagel": "25.40", "total": "28.90"}',1,'2026-01-02T03:04:31+00:00');
INSERT INTO "replies" VALUES(4,'id10','ok','','chat','{"coffee": "3.50", "bagel": null, "total": "23.90"}',1,'2026-01-02T03:04:33+00:00');
CREATE TABLE run_documents (
    run_id      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    document_id TEXT NOT NULL REFERENCES documents (id),
    asked       TEXT NOT NULL, claims TEXT NOT NULL DEFAULT '[]',              -- JSON: [key, kind] of each field the models are asked for
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, document_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "run_documents" VALUES('id6',0,'id1','[["coffee","amount"],["bagel","amount"],["total","amount"]]','[]');
CREATE TABLE run_models (
    run_id   TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    key      TEXT NOT NULL,
    config   TEXT NOT NULL,                 -- JSON, with the prices as they were
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "run_models" VALUES('id6',0,'right','52b44589a75a78a97e22715046ef7dc99c23fb996b79f302a43c935b30f74311','{"name":"right","adapter":"replay","model_id":"","base_url":"","key_env":"","parameters":{"file":"right.jsonl"},"prices":{},"concurrency":4,"timeout_s":120.0}');
INSERT INTO "run_models" VALUES('id6',1,'wrong','6174b02d9c7f184798551d063e25240b535e787d2bf76d08dedccfbc8dbf1e5e','{"name":"wrong","adapter":"replay","model_id":"","base_url":"","key_env":"","parameters":{"file":"wrong.jsonl"},"prices":{},"concurrency":4,"timeout_s":120.0}');
CREATE TABLE run_recipes (
    run_id   TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    key      TEXT NOT NULL,
    label    TEXT NOT NULL,
    severity REAL NOT NULL,
    recipe   TEXT NOT NULL,                 -- JSON
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "run_recipes" VALUES('id6',0,'d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9','clean',0.0,'{"schema":1,"name":"clean","title":"As loaded, nothing done to it","severity":0.0,"steps":[]}');
INSERT INTO "run_recipes" VALUES('id6',1,'17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade','fax:1',1.0,'{"schema":1,"name":"fax","title":"Sent by fax, a little askew","severity":1.0,"steps":[{"op":"skew","severity":0.3333333333333333,"parameters":{},"version":1},{"op":"fax","severity":1.0,"parameters":{},"version":1}]}');
CREATE TABLE runs (
    id             TEXT PRIMARY KEY,
    number         INTEGER NOT NULL UNIQUE,
    name           TEXT NOT NULL,
    mode           TEXT NOT NULL CHECK (mode IN ('extract', 'transcribe', 'crop', 'verify')),
    repeats        INTEGER NOT NULL CHECK (repeats >= 1),
    seed           INTEGER NOT NULL,
    state          TEXT NOT NULL CHECK (state IN ('planned', 'running', 'stopped', 'done')),
    request        TEXT NOT NULL,           -- JSON: what was asked for
    created_at     TEXT NOT NULL,
    started_at     TEXT,
    ended_at       TEXT,
    scored_at      TEXT,
    scorer_version TEXT,
    archived_at    TEXT
) STRICT;
INSERT INTO "runs" VALUES('id6',1,'run 1','extract',1,0,'done','{"documents":["id1"],"recipes":[["d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9","clean"],["17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade","fax:1"]],"models":["right","wrong"],"mode":"extract","repeats":1,"seed":0,"name":""}','2026-01-02T03:04:11+00:00','2026-01-02T03:04:12+00:00','2026-01-02T03:04:35+00:00','2026-01-02T03:04:36+00:00','3',NULL);
CREATE TABLE scores (
    run_id       TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    model        TEXT NOT NULL,
    recipe_key   TEXT NOT NULL,
    document_id  TEXT NOT NULL REFERENCES documents (id),
    slots        INTEGER NOT NULL,          -- annotated values that are judged
    printed      INTEGER NOT NULL,          -- those of them with something legible to recall
    "right"      INTEGER NOT NULL,
    strict       INTEGER NOT NULL,
    silent       INTEGER NOT NULL,
    answered     INTEGER NOT NULL,
    digit_errors INTEGER NOT NULL,
    truth_digits INTEGER NOT NULL,
    ambiguous    INTEGER NOT NULL,
    omitted      INTEGER NOT NULL,
    abstained    INTEGER NOT NULL,
    failed       INTEGER NOT NULL,
    invented     INTEGER NOT NULL,
    units        INTEGER NOT NULL,          -- repeats that count
    units_right  INTEGER NOT NULL,          -- those with every judged value right and nothing invented
    PRIMARY KEY (run_id, model, recipe_key, document_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "scores" VALUES('id6','right','17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade','id1',3,3,3,3,0,3,0,11,0,0,0,0,0,1,1);
INSERT INTO "scores" VALUES('id6','right','d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9','id1',3,3,3,3,0,3,0,11,0,0,0,0,0,1,1);
INSERT INTO "scores" VALUES('id6','wrong','17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade','id1',3,3,1,1,1,2,1,7,0,0,1,0,0,1,0);
INSERT INTO "scores" VALUES('id6','wrong','d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9','id1',3,3,1,1,1,2,1,7,0,0,1,0,0,1,0);
CREATE TABLE tags (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    tag         TEXT NOT NULL,
    position    INTEGER NOT NULL,
    PRIMARY KEY (document_id, tag)
) STRICT, WITHOUT ROWID;
CREATE TABLE trials (
    id              TEXT PRIMARY KEY,
    run_id          TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    number          INTEGER NOT NULL,
    document_id     TEXT NOT NULL REFERENCES documents (id),
    model           TEXT NOT NULL,
    recipe_key      TEXT NOT NULL,
    repeat_index    INTEGER NOT NULL,
    crop_key        TEXT NOT NULL,          -- the field asked for in crop and verify mode, else empty
    seed            INTEGER NOT NULL,
    key             TEXT NOT NULL DEFAULT '', -- sha256 of all that can change the answer; known once the pixels are
    image_shas      TEXT NOT NULL DEFAULT '[]', -- JSON: the pictures as they were sent, in page order
    outcome         TEXT,
    reason          TEXT NOT NULL DEFAULT '',
    answer_trial_id TEXT REFERENCES trials (id), -- whose reply is used: its own, or an equal trial's
    ended_at        TEXT, claim TEXT NOT NULL DEFAULT '',
    UNIQUE (run_id, number)
) STRICT;
INSERT INTO "trials" VALUES('id7','id6',1,'id1','right','d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9',0,'',0,'e212cddfa7b931be500789beb034d02e8942b1a5bbcbbaacd19208d3515974c2','["07a01feae2fd31968325b0e56fc8af0ab7d9bf1c277a2be1b919d67c60b88ebd"]','ok','','id7','2026-01-02T03:04:21+00:00','');
INSERT INTO "trials" VALUES('id8','id6',2,'id1','wrong','d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9',0,'',0,'9bc483ce5cf6810902900a49a5cb7dae73db92a1196c30d7f7c6965a2b4b9a86','["07a01feae2fd31968325b0e56fc8af0ab7d9bf1c277a2be1b919d67c60b88ebd"]','ok','','id8','2026-01-02T03:04:23+00:00','');
INSERT INTO "trials" VALUES('id9','id6',3,'id1','right','17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade',0,'',0,'4fa0b987a99502ab3554c2130eef9246585baf9d8765585599de386eb5456d40','["f76d2176941f8eebb28e3e661e22b374e3e031fd7399d3dcd35197a70383997e"]','ok','','id9','2026-01-02T03:04:32+00:00','');
INSERT INTO "trials" VALUES('id10','id6',4,'id1','wrong','17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade',0,'',0,'336ceffffe89dd9e9e5492b79b7f7382b1ca25325c1f180b1c578b38c45762cb','["f76d2176941f8eebb28e3e661e22b374e3e031fd7399d3dcd35197a70383997e"]','ok','','id10','2026-01-02T03:04:34+00:00','');
CREATE TABLE variants (
    key        TEXT PRIMARY KEY,            -- sha256 of the page's pixels, turns, dpi, recipe key and seed
    recipe_key TEXT NOT NULL,
    seed       INTEGER NOT NULL,
    source_sha TEXT NOT NULL,               -- pixel_sha of the page
    image_sha  TEXT NOT NULL,               -- the PNG exactly as it is sent
    pixel_sha  TEXT NOT NULL,
    width_px   INTEGER NOT NULL,
    height_px  INTEGER NOT NULL,
    made_at    TEXT NOT NULL
) STRICT;
INSERT INTO "variants" VALUES('6a851665f350f3512a33889f895c68db4cc7534468fa2a1fcd748c2586f97891','d35c96e6f333fd81ea6c936f9319e1a13b02f0d89fb9f89a17613988d33f02c9',0,'ae232174c0fe899efb99bd0130c9f800a55effb39181b34de14e30eea07d6b76','07a01feae2fd31968325b0e56fc8af0ab7d9bf1c277a2be1b919d67c60b88ebd','ae232174c0fe899efb99bd0130c9f800a55effb39181b34de14e30eea07d6b76',520,260,'2026-01-02T03:04:13+00:00');
INSERT INTO "variants" VALUES('41c6ee9d6687d3cadc9b6f89a07a794bc76b2dd8c968a745aa0370b5a6dc88f5','17cc4f582b488a805da9c42583387b25a5915756a9b7126497c44434cac0fade',0,'ae232174c0fe899efb99bd0130c9f800a55effb39181b34de14e30eea07d6b76','f76d2176941f8eebb28e3e661e22b374e3e031fd7399d3dcd35197a70383997e','4ef399d7e7f005dfa2b9e999a8c09dfab6cd89bf9d3f4ccb97e3608ea1d3daaf',522,264,'2026-01-02T03:04:24+00:00');
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name");
CREATE INDEX documents_name ON documents (name);
CREATE INDEX tags_tag ON tags (tag);
CREATE INDEX pages_pixel_sha ON pages (pixel_sha);
CREATE INDEX fields_document ON fields (document_id, page_index, position, id);
CREATE INDEX field_history_document ON field_history (document_id, id);
CREATE UNIQUE INDEX models_name ON models (name) WHERE retired_at IS NULL;
CREATE INDEX trials_key ON trials (key) WHERE key <> '';
CREATE INDEX trials_open ON trials (run_id, number) WHERE outcome IS NULL;
CREATE INDEX trials_answer ON trials (answer_trial_id);
CREATE INDEX trials_cell ON trials (run_id, document_id);
CREATE INDEX attempts_trial ON attempts (trial_id, id);
CREATE INDEX findings_order ON findings (run_id, position);
CREATE INDEX findings_counts
    ON findings (run_id, recipe_key, kind, document_id, wrong, refused, differs, undecided);
CREATE INDEX findings_document ON findings (run_id, document_id);
CREATE INDEX findings_wrong ON findings (run_id, position) WHERE wrong > 0;
CREATE INDEX findings_undecided ON findings (run_id, position) WHERE undecided > 0;
CREATE INDEX findings_refused ON findings (run_id, position) WHERE refused > 0;
CREATE INDEX findings_differs ON findings (run_id, position) WHERE differs > 0;
CREATE INDEX readings_finding ON readings (finding_id, model, repeat_index);
CREATE INDEX readings_trial ON readings (trial_id);
CREATE INDEX mismatches_reading ON mismatches (reading_id);
CREATE INDEX scores_document ON scores (run_id, document_id);
CREATE INDEX decisions_place ON decisions (trial_id, slot);
CREATE VIEW v_readings AS
SELECT runs.number AS run, runs.name AS run_name, documents.name AS document,
       findings.key AS field, findings.kind AS kind,
       readings.model AS model, run_recipes.label AS recipe, run_recipes.severity AS severity,
       readings.repeat_index AS "repeat", findings.truth_text AS truth, readings.text AS reading,
       readings.outcome AS outcome, readings.verdict AS verdict, readings.label AS label, readings.errors AS errors,
       readings.truth_value AS truth_value, readings.reading_value AS reading_value,
       readings.is_printed AS is_printed, readings.is_answered AS is_answered,
       readings.is_right AS is_right, readings.is_strict AS is_strict, readings.is_silent AS is_silent,
       readings.truth_digits AS truth_digits, readings.digit_errors AS digit_errors, readings.confidence AS confidence,
       decisions.decision AS decision, decisions.note AS decision_note, decisions.who AS decided_by,
       readings.id AS reading_id, findings.slot AS slot, readings.trial_id AS trial_id, findings.run_id AS run_id
FROM readings
JOIN findings ON findings.id = readings.finding_id
JOIN runs ON runs.id = findings.run_id
JOIN documents ON documents.id = findings.document_id
JOIN run_recipes ON run_recipes.run_id = findings.run_id AND run_recipes.key = findings.recipe_key
LEFT JOIN decisions ON decisions.id = readings.decision_id;
CREATE VIEW v_mismatches AS
SELECT r.run, r.run_name, r.document, r.field, r.kind, r.model, r.recipe, r.severity, r."repeat",
       r.truth, r.reading, r.verdict, r.label, mismatches.operation AS operation, mismatches.truth_text AS printed,
       mismatches.reading_text AS read_as, mismatches.truth_start AS truth_position, mismatches.reading_start AS
       reading_position, mismatches.box AS box, r.decision, r.reading_id
FROM v_readings AS r
LEFT JOIN mismatches ON mismatches.reading_id = r.reading_id
WHERE r.verdict IN ('mismatch', 'wrong_field', 'omitted', 'hallucinated', 'unparsable');
CREATE VIEW v_headline AS
SELECT run, run_name, model, recipe, severity, count(*) AS readings,
       sum(is_right AND is_printed) AS right_values,
       sum(verdict IN ('mismatch', 'wrong_field', 'omitted', 'hallucinated', 'unparsable')) AS wrong_values,
       sum(is_silent) AS silent_errors,
       sum(verdict IS NOT NULL AND verdict = 'abstained') AS abstained,
       sum(verdict IS NOT NULL AND verdict = 'ambiguous') AS ambiguous,
       sum(verdict IS NULL) AS failed,
       sum(digit_errors) AS digit_errors, sum(truth_digits) AS truth_digits,
       round(1.0 * sum(is_right AND is_printed)
             / nullif(sum(is_printed AND (verdict IS NULL OR verdict <> 'ambiguous')), 0), 4) AS value_fidelity
FROM v_readings
GROUP BY run, run_name, model, recipe, severity;
CREATE INDEX claims_run ON claims (run_id, document_id);
CREATE VIEW v_claims AS
SELECT runs.number AS run, runs.name AS run_name, documents.name AS document, trials.crop_key AS field,
       trials.model AS model, run_recipes.label AS recipe, run_recipes.severity AS severity,
       trials.repeat_index AS "repeat", claims.printed AS printed, trials.claim AS claim, claims.is_true AS is_true,
       claims.fault AS fault, claims.answer AS answer, claims.outcome AS outcome, claims.failure AS failure,
       claims.reason AS reason, claims.trial_id AS trial_id, claims.run_id AS run_id
FROM claims
JOIN trials ON trials.id = claims.trial_id
JOIN runs ON runs.id = claims.run_id
JOIN documents ON documents.id = claims.document_id
JOIN run_recipes ON run_recipes.run_id = claims.run_id AND run_recipes.key = trials.recipe_key;
CREATE INDEX illegible_marks_document ON illegible_marks (document_id, at, id);
CREATE VIEW v_illegible_marks AS
SELECT documents.name AS document, fields.key AS field, fields.text AS truth,
       json_extract(illegible_marks.recipe, '$.name') AS recipe, illegible_marks.severity AS from_severity,
       illegible_marks.seed AS seed, illegible_marks.who AS who, illegible_marks.at AS at, illegible_marks.note AS note,
       illegible_marks.taken_back_by AS taken_back_by, illegible_marks.taken_back_at AS taken_back_at
FROM illegible_marks
JOIN documents ON documents.id = illegible_marks.document_id
LEFT JOIN fields ON fields.id = illegible_marks.field_id;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('readings',12);
COMMIT;
