/** The journal of version 1 is empty, because desks of that version refused every edit. */
export const journalTables = `
DROP TABLE journal;
CREATE TABLE journal (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  entryid TEXT NOT NULL UNIQUE,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'done', 'parked', 'discarded')),
  operation TEXT NOT NULL,
  params TEXT NOT NULL,
  query TEXT NOT NULL,
  body TEXT NOT NULL,
  base_revisionid INTEGER,
  issued TEXT NOT NULL,
  userid INTEGER NOT NULL,
  wall_clock REAL NOT NULL,
  monotonic_clock REAL NOT NULL,
  boot_id TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  cause TEXT,
  resolution TEXT
);
CREATE INDEX journal_state ON journal (state, sequence);
CREATE INDEX journal_user ON journal (userid, state);
CREATE TRIGGER journal_is_append_only BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_not_edited
BEFORE UPDATE OF sequence, entryid, operation, params, query, body, base_revisionid, issued, userid, wall_clock,
  monotonic_clock, boot_id
ON journal BEGIN SELECT RAISE(ABORT, 'journal entries are not edited'); END;

CREATE TABLE journal_touch (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  sequence INTEGER NOT NULL REFERENCES journal,
  before BLOB,
  PRIMARY KEY (kind, id, sequence)
) WITHOUT ROWID;
CREATE INDEX journal_touch_entry ON journal_touch (sequence);

CREATE TABLE journal_event (
  sequence INTEGER NOT NULL REFERENCES journal,
  date REAL NOT NULL,
  state TEXT NOT NULL,
  cause TEXT
);
CREATE INDEX journal_event_entry ON journal_event (sequence);

CREATE TABLE remote (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE alias (provisional INTEGER PRIMARY KEY, kind TEXT NOT NULL, id INTEGER NOT NULL);

CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  userid INTEGER NOT NULL,
  route TEXT NOT NULL,
  answer TEXT NOT NULL,
  date REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX idempotency_date ON idempotency (date);
`;
