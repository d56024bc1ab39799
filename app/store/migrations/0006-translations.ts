export const translationTables = `
CREATE TABLE translation (
  guideid INTEGER NOT NULL REFERENCES guide ON DELETE CASCADE,
  langid TEXT NOT NULL,
  revisionid INTEGER NOT NULL,
  source_revisionid INTEGER NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0,
  userid INTEGER NOT NULL,
  created_date REAL NOT NULL,
  modified_date REAL NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (guideid, langid)
);
CREATE TABLE translation_revision (
  guideid INTEGER NOT NULL,
  langid TEXT NOT NULL,
  revisionid INTEGER NOT NULL,
  source_revisionid INTEGER NOT NULL,
  userid INTEGER NOT NULL,
  date REAL NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (guideid, langid, revisionid),
  FOREIGN KEY (guideid, langid) REFERENCES translation ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE glossary_entry (
  entryid INTEGER PRIMARY KEY,
  langid TEXT NOT NULL,
  term TEXT NOT NULL,
  term_key TEXT NOT NULL,
  translations TEXT NOT NULL,
  userid INTEGER NOT NULL,
  modified_date REAL NOT NULL
);
CREATE UNIQUE INDEX glossary_entry_term ON glossary_entry (langid, term_key);

CREATE TABLE machine_translation (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  hash TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL
);

CREATE INDEX wiki_revision_date ON wiki_revision (wikiid, date);
`;
