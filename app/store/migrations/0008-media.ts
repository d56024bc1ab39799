/**
 * A revision may show any earlier picture, whatever uses the picture now; so all earlier pictures count as used by revisions. `view` is
 * still empty.
 */
export const mediaTables = `
INSERT INTO media_use (kind, id, guid) SELECT 'guide_past', 0, guid FROM image WHERE remote IS NULL;

ALTER TABLE video ADD COLUMN imageid INTEGER;
ALTER TABLE video ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX video_image ON video (imageid) WHERE imageid IS NOT NULL;
CREATE TABLE document (
  documentid INTEGER PRIMARY KEY,
  userid INTEGER,
  body TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX document_user ON document (userid, documentid);

CREATE TABLE media_file (
  guid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  mime TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT,
  remote TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  failure TEXT
) WITHOUT ROWID;
CREATE INDEX media_file_hash ON media_file (sha256) WHERE sha256 IS NOT NULL;
CREATE INDEX media_file_absent ON media_file (attempts, guid) WHERE sha256 IS NULL;
CREATE TABLE attached (
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  item TEXT NOT NULL,
  itemid INTEGER NOT NULL,
  PRIMARY KEY (kind, id, item, itemid)
) WITHOUT ROWID;
CREATE INDEX attached_item ON attached (item, itemid);

DROP TABLE view;
CREATE TABLE view (
  date INTEGER NOT NULL,
  userid INTEGER NOT NULL,
  doc_type TEXT NOT NULL,
  docid TEXT NOT NULL,
  PRIMARY KEY (date, userid, doc_type, docid)
) WITHOUT ROWID;
CREATE INDEX view_user ON view (userid, date, doc_type, docid);
CREATE INDEX view_doc ON view (doc_type, docid, date, userid);
`;
