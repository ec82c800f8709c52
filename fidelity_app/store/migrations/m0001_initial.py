"""The first schema. Money and texts are TEXT, coordinates JSON arrays in pixel-edge numbers, times ISO 8601 in UTC."""

from __future__ import annotations

from typing import Any

NAME = "0001_initial"

LIBRARY = """
-- What this file is and who made it: keys created_at, application, application_version.
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One receipt or invoice.
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
CREATE INDEX documents_name ON documents (name);

CREATE TABLE tags (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    tag         TEXT NOT NULL,
    position    INTEGER NOT NULL,
    PRIMARY KEY (document_id, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_tag ON tags (tag);

-- One upright RGB image. image_sha names the bytes decoded (images/ab/cdef...), source_sha the file as it came.
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
CREATE INDEX pages_pixel_sha ON pages (pixel_sha);

-- The truth. text is exactly what is printed; its value is always derived.
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
CREATE INDEX fields_document ON fields (document_id, page_index, position, id);

-- Every edit with the full before and after; what undid it is a row, too.
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
CREATE INDEX field_history_document ON field_history (document_id, id);

-- Recipes that a person saved; the shipped presets are code.
CREATE TABLE recipes (
    name     TEXT PRIMARY KEY,
    key      TEXT NOT NULL,
    recipe   TEXT NOT NULL,                 -- JSON
    saved_at TEXT NOT NULL
) STRICT;

-- Pages after a recipe with a seed; only a cache of pixels, so rows may be deleted.
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

-- Configured readers, pinned. A changed configuration is a new row; the key itself is never here.
CREATE TABLE models (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    key        TEXT NOT NULL,               -- sha256 of what can change an answer
    config     TEXT NOT NULL,               -- JSON
    added_at   TEXT NOT NULL,
    retired_at TEXT
) STRICT;
CREATE UNIQUE INDEX models_name ON models (name) WHERE retired_at IS NULL;
"""

RUNS = """
-- Documents x recipes x models x repeats, frozen when started.
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

CREATE TABLE run_documents (
    run_id      TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    document_id TEXT NOT NULL REFERENCES documents (id),
    asked       TEXT NOT NULL,              -- JSON: [key, kind] of each field the models are asked for
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, document_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_models (
    run_id   TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    key      TEXT NOT NULL,
    config   TEXT NOT NULL,                 -- JSON, with the prices as they were
    PRIMARY KEY (run_id, position),
    UNIQUE (run_id, name)
) STRICT, WITHOUT ROWID;

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

-- One cell of a run. outcome NULL: not asked yet.
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
    ended_at        TEXT,
    UNIQUE (run_id, number)
) STRICT;
CREATE INDEX trials_key ON trials (key) WHERE key <> '';
CREATE INDEX trials_open ON trials (run_id, number) WHERE outcome IS NULL;
CREATE INDEX trials_answer ON trials (answer_trial_id);
CREATE INDEX trials_cell ON trials (run_id, document_id);

-- One request, or one local inference. body is the reply byte for byte.
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
CREATE INDEX attempts_trial ON attempts (trial_id, id);

-- The accepted (or last) answer, stored before it is understood.
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
"""

SCORES = """
-- One line of Compare: a slot of a run. Derived, rebuilt by scoring; the counts over its readings answer the filters.
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
CREATE INDEX findings_order ON findings (run_id, position);
-- Covers the counts of all filters, so that they are true for a million readings at once.
CREATE INDEX findings_counts
    ON findings (run_id, recipe_key, kind, document_id, wrong, refused, differs, undecided);
CREATE INDEX findings_document ON findings (run_id, document_id);
CREATE INDEX findings_wrong ON findings (run_id, position) WHERE wrong > 0;
CREATE INDEX findings_undecided ON findings (run_id, position) WHERE undecided > 0;
CREATE INDEX findings_refused ON findings (run_id, position) WHERE refused > 0;
CREATE INDEX findings_differs ON findings (run_id, position) WHERE differs > 0;

-- What one reply says about one slot, with the scorer's judgement. verdict NULL: the trial failed (see outcome).
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
CREATE INDEX readings_finding ON readings (finding_id, model, repeat_index);
CREATE INDEX readings_trial ON readings (trial_id);

-- One character operation of a reading that is not equal. Spans are half-open code points of the raw texts.
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
CREATE INDEX mismatches_reading ON mismatches (reading_id);

-- The sums of one document for one model under one recipe, all repeats together: what the headline is made of.
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
CREATE INDEX scores_document ON scores (run_id, document_id);

-- A person's judgement. It hangs on the trial and the slot, so that it survives a rescore. The newest not undone holds.
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
CREATE INDEX decisions_place ON decisions (trial_id, slot);

-- An archived, immutable summary of one model version in one run.
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

-- The comparison of a run with a baseline.
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
"""

VIEWS = """
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
"""


def apply(db: Any) -> None:
    """Make every table and view (called by sqlite-utils inside one transaction)."""
    for script in (LIBRARY, RUNS, SCORES, VIEWS):
        for statement in statements(script):
            db.conn.execute(statement)


def statements(script: str) -> list[str]:
    """Split a script of CREATE statements; `executescript` would commit the transaction it runs in."""
    found: list[str] = []
    rows: list[str] = []
    for row in script.strip().splitlines():
        rows.append(row)
        if row.split("--")[0].rstrip().endswith(";"):
            found.append("\n".join(rows).strip())
            rows = []
    return found
