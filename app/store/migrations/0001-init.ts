export const init = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE user (
  userid INTEGER PRIMARY KEY,
  email TEXT UNIQUE COLLATE NOCASE,
  username TEXT NOT NULL,
  unique_username TEXT UNIQUE COLLATE NOCASE,
  password TEXT,
  role TEXT NOT NULL,
  join_date REAL NOT NULL,
  modified_date REAL NOT NULL,
  reputation INTEGER NOT NULL DEFAULT 0,
  langid TEXT NOT NULL DEFAULT 'en',
  location TEXT,
  summary TEXT,
  about_raw TEXT NOT NULL DEFAULT '',
  about_rendered TEXT NOT NULL DEFAULT '',
  imageid INTEGER,
  remote TEXT,
  banned INTEGER NOT NULL DEFAULT 0,
  deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX user_username ON user (username COLLATE NOCASE);

CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  userid INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  created_date REAL NOT NULL,
  used_date REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX session_user ON session (userid, created_date);

CREATE TABLE person (
  userid INTEGER PRIMARY KEY REFERENCES user,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  verifier TEXT NOT NULL,
  token BLOB,
  sealed INTEGER NOT NULL,
  signed_in_date REAL NOT NULL
);

CREATE TABLE team (
  teamid INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  owner INTEGER,
  imageid INTEGER,
  created_date REAL NOT NULL
);
CREATE TABLE team_member (
  teamid INTEGER NOT NULL REFERENCES team ON DELETE CASCADE,
  userid INTEGER NOT NULL,
  joined_date REAL NOT NULL,
  PRIMARY KEY (teamid, userid)
) WITHOUT ROWID;
CREATE INDEX team_member_user ON team_member (userid);

CREATE TABLE guide (
  guideid INTEGER PRIMARY KEY,
  langid TEXT NOT NULL,
  revisionid INTEGER NOT NULL,
  public INTEGER NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0,
  type TEXT NOT NULL,
  category TEXT NOT NULL,
  subject TEXT NOT NULL,
  title TEXT NOT NULL,
  difficulty TEXT,
  userid INTEGER NOT NULL,
  created_date REAL NOT NULL,
  published_date REAL,
  modified_date REAL NOT NULL,
  prereq_modified_date REAL NOT NULL DEFAULT 0,
  featured INTEGER NOT NULL DEFAULT 0,
  stepcount INTEGER NOT NULL,
  comment_count INTEGER NOT NULL DEFAULT 0,
  summary TEXT NOT NULL,
  checked_date REAL
);
CREATE INDEX guide_category ON guide (category, public, guideid) WHERE deleted = 0;
CREATE INDEX guide_modified ON guide (modified_date, guideid) WHERE deleted = 0;
CREATE INDEX guide_user ON guide (userid, guideid);
CREATE INDEX guide_featured ON guide (guideid) WHERE featured = 1 AND deleted = 0;

CREATE TABLE guide_doc (guideid INTEGER PRIMARY KEY REFERENCES guide ON DELETE CASCADE, body BLOB NOT NULL);
CREATE TABLE guide_revision (
  guideid INTEGER NOT NULL REFERENCES guide ON DELETE CASCADE,
  revisionid INTEGER NOT NULL,
  userid INTEGER,
  date REAL NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (guideid, revisionid)
);
CREATE INDEX guide_revision_user ON guide_revision (userid, guideid);
CREATE TABLE step (
  stepid INTEGER PRIMARY KEY,
  guideid INTEGER NOT NULL REFERENCES guide ON DELETE CASCADE,
  orderby INTEGER NOT NULL,
  revisionid INTEGER NOT NULL
);
CREATE INDEX step_guide ON step (guideid, orderby);
CREATE TABLE prerequisite (
  guideid INTEGER NOT NULL REFERENCES guide ON DELETE CASCADE,
  position INTEGER NOT NULL,
  prerequisite INTEGER NOT NULL,
  releaseid INTEGER,
  PRIMARY KEY (guideid, position)
) WITHOUT ROWID;
CREATE INDEX prerequisite_of ON prerequisite (prerequisite);
CREATE TABLE collaborator (
  guideid INTEGER NOT NULL REFERENCES guide ON DELETE CASCADE,
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (guideid, kind, id)
) WITHOUT ROWID;
CREATE INDEX collaborator_of ON collaborator (kind, id);

CREATE TABLE tag (tagid INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE tagged (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  tagid INTEGER NOT NULL REFERENCES tag,
  PRIMARY KEY (kind, id, tagid)
) WITHOUT ROWID;
CREATE INDEX tagged_tag ON tagged (tagid);

CREATE TABLE wiki (
  wikiid INTEGER PRIMARY KEY,
  namespace TEXT NOT NULL,
  title TEXT NOT NULL,
  title_key TEXT NOT NULL,
  display_title TEXT,
  langid TEXT NOT NULL,
  revisionid INTEGER NOT NULL,
  parent TEXT,
  stub INTEGER NOT NULL DEFAULT 0,
  private INTEGER NOT NULL DEFAULT 0,
  deleted INTEGER NOT NULL DEFAULT 0,
  userid INTEGER NOT NULL,
  created_date REAL NOT NULL,
  modified_date REAL NOT NULL,
  summary TEXT NOT NULL,
  checked_date REAL
);
CREATE UNIQUE INDEX wiki_title ON wiki (namespace, title, langid) WHERE deleted = 0;
CREATE INDEX wiki_title_key ON wiki (namespace, title_key) WHERE deleted = 0;
CREATE INDEX wiki_parent ON wiki (parent, title_key) WHERE deleted = 0;
CREATE INDEX wiki_modified ON wiki (namespace, modified_date) WHERE deleted = 0;
CREATE TABLE wiki_doc (wikiid INTEGER PRIMARY KEY REFERENCES wiki ON DELETE CASCADE, body BLOB NOT NULL);
CREATE TABLE wiki_revision (
  wikiid INTEGER NOT NULL REFERENCES wiki ON DELETE CASCADE,
  revisionid INTEGER NOT NULL,
  userid INTEGER,
  date REAL NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (wikiid, revisionid)
);

CREATE TABLE comment (
  commentid INTEGER PRIMARY KEY,
  context TEXT NOT NULL,
  contextid INTEGER NOT NULL,
  guideid INTEGER,
  wikiid INTEGER,
  parentid INTEGER,
  userid INTEGER NOT NULL,
  langid TEXT,
  title TEXT NOT NULL DEFAULT '',
  text_raw TEXT NOT NULL,
  text_rendered TEXT NOT NULL,
  date REAL NOT NULL,
  modified_date REAL NOT NULL DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'public'
);
CREATE INDEX comment_guide ON comment (guideid, commentid);
CREATE INDEX comment_wiki ON comment (wikiid, commentid);
CREATE INDEX comment_target ON comment (context, contextid, commentid);
CREATE INDEX comment_parent ON comment (parentid);
CREATE INDEX comment_modified ON comment (modified_date, commentid);

CREATE TABLE favorite (
  userid INTEGER NOT NULL,
  guideid INTEGER NOT NULL,
  date REAL NOT NULL,
  PRIMARY KEY (userid, guideid)
) WITHOUT ROWID;
CREATE INDEX favorite_guide ON favorite (guideid);
CREATE TABLE completion (
  userid INTEGER NOT NULL,
  guideid INTEGER NOT NULL,
  date REAL NOT NULL,
  PRIMARY KEY (userid, guideid)
) WITHOUT ROWID;
CREATE INDEX completion_guide ON completion (guideid);
CREATE TABLE reading (
  userid INTEGER NOT NULL,
  guideid INTEGER NOT NULL,
  stepid INTEGER,
  finished INTEGER NOT NULL DEFAULT 0,
  date REAL NOT NULL,
  PRIMARY KEY (userid, guideid)
) WITHOUT ROWID;
CREATE INDEX reading_date ON reading (userid, date);
CREATE TABLE view (
  userid INTEGER NOT NULL,
  doc_type TEXT NOT NULL,
  docid TEXT NOT NULL,
  date REAL NOT NULL
);
CREATE INDEX view_user ON view (userid, date);
CREATE INDEX view_doc ON view (doc_type, docid, date);

CREATE TABLE image (
  imageid INTEGER PRIMARY KEY,
  guid TEXT NOT NULL UNIQUE,
  userid INTEGER,
  srcid INTEGER,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  ratio TEXT NOT NULL,
  markup TEXT,
  exif TEXT NOT NULL DEFAULT '{}',
  mime TEXT NOT NULL,
  created_date REAL NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0,
  remote TEXT
);
CREATE INDEX image_user ON image (userid, imageid) WHERE userid IS NOT NULL;
CREATE INDEX image_source ON image (srcid) WHERE srcid IS NOT NULL;
CREATE TABLE image_file (
  guid TEXT NOT NULL,
  size TEXT NOT NULL,
  sha256 TEXT,
  bytes INTEGER NOT NULL DEFAULT 0,
  mime TEXT NOT NULL DEFAULT '',
  used_date REAL NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  PRIMARY KEY (guid, size)
) WITHOUT ROWID;
CREATE INDEX image_file_hash ON image_file (sha256, bytes) WHERE sha256 IS NOT NULL;
CREATE INDEX image_file_absent ON image_file (size, attempts, guid) WHERE sha256 IS NULL;
CREATE TABLE media_use (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  guid TEXT NOT NULL,
  PRIMARY KEY (kind, id, guid)
) WITHOUT ROWID;
CREATE INDEX media_use_guid ON media_use (guid);

CREATE TABLE picture_note (
  guideid INTEGER PRIMARY KEY REFERENCES guide ON DELETE CASCADE,
  pictures TEXT NOT NULL
);

CREATE TABLE step_form (
  form_revisionid INTEGER PRIMARY KEY,
  stepid INTEGER NOT NULL,
  guideid INTEGER NOT NULL,
  current INTEGER NOT NULL,
  created_date REAL NOT NULL
);
CREATE INDEX step_form_step ON step_form (stepid, current);
CREATE INDEX step_form_guide ON step_form (guideid, current);
CREATE TABLE step_form_field (
  field_revisionid INTEGER PRIMARY KEY,
  form_revisionid INTEGER NOT NULL REFERENCES step_form ON DELETE CASCADE,
  field_guid TEXT NOT NULL,
  position INTEGER NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX step_form_field_form ON step_form_field (form_revisionid, position);
CREATE TABLE work_log (
  entryid INTEGER PRIMARY KEY,
  guideid INTEGER NOT NULL,
  userid INTEGER NOT NULL,
  workorderid TEXT NOT NULL,
  status TEXT NOT NULL,
  starttime REAL NOT NULL,
  endtime REAL,
  guide_revisionid INTEGER NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX work_log_guide ON work_log (guideid, entryid);
CREATE INDEX work_log_user ON work_log (userid, entryid);
CREATE INDEX work_log_order ON work_log (workorderid);
CREATE TABLE release (
  releaseid INTEGER PRIMARY KEY,
  guideid INTEGER NOT NULL,
  langid TEXT NOT NULL,
  revisionid INTEGER,
  status TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX release_guide ON release (guideid, releaseid);
CREATE TABLE video (videoid INTEGER PRIMARY KEY, userid INTEGER, body TEXT NOT NULL);
CREATE INDEX video_user ON video (userid, videoid);

CREATE TABLE change (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  date REAL NOT NULL
);
CREATE UNIQUE INDEX change_resource ON change (kind, id);

CREATE TABLE journal (
  entryid TEXT PRIMARY KEY,
  state TEXT NOT NULL DEFAULT 'pending',
  operation TEXT NOT NULL,
  params TEXT NOT NULL,
  body TEXT NOT NULL,
  base_revisionid INTEGER,
  base TEXT,
  userid INTEGER NOT NULL,
  wall_clock REAL NOT NULL,
  monotonic_clock REAL NOT NULL,
  boot_id TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  cause TEXT
) WITHOUT ROWID;
CREATE INDEX journal_state ON journal (state, entryid);
CREATE TRIGGER journal_is_append_only BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_not_edited
BEFORE UPDATE OF entryid, operation, params, body, base_revisionid, base, userid, wall_clock, monotonic_clock, boot_id
ON journal BEGIN SELECT RAISE(ABORT, 'journal entries are not edited'); END;

CREATE TABLE cursor (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE wanted (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  address TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE trash (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  missing_since REAL NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE sync_round (
  started_date REAL NOT NULL,
  ended_date REAL NOT NULL,
  outcome TEXT NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX sync_round_date ON sync_round (started_date);

CREATE TABLE search_doc (
  entry INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  title_key TEXT NOT NULL,
  title_terms TEXT NOT NULL,
  type TEXT,
  category TEXT,
  public INTEGER NOT NULL
);
CREATE UNIQUE INDEX search_doc_of ON search_doc (kind, id);
CREATE INDEX search_doc_title ON search_doc (title_key);
CREATE TABLE search_stale (entry INTEGER PRIMARY KEY);
CREATE VIRTUAL TABLE search_title USING fts5(
  title, category, facet,
  content='', contentless_delete=1, detail=column, tokenize='ascii'
);
CREATE VIRTUAL TABLE search_body USING fts5(
  about, text, facet,
  content='', contentless_delete=1, detail=column, tokenize='ascii'
);
CREATE TABLE search_word (word TEXT PRIMARY KEY, docs INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX search_word_1 ON search_word (substr(word, 1, 1), docs);
CREATE INDEX search_word_2 ON search_word (substr(word, 1, 2), docs);
`;
