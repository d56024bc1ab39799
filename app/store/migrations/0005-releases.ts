/**
 * Before this migration only fixtures had releases. Readers of a guide see its newest release. A step that is not `shown` is only in a
 * draft or in an earlier release.
 */
export const releaseTables = `
CREATE TABLE guide_draft (
  guideid INTEGER PRIMARY KEY REFERENCES guide ON DELETE CASCADE,
  revisionid INTEGER NOT NULL,
  modified_date REAL NOT NULL,
  body BLOB NOT NULL
);
ALTER TABLE guide_revision ADD COLUMN parent INTEGER;
ALTER TABLE guide_revision ADD COLUMN draft INTEGER NOT NULL DEFAULT 0;
ALTER TABLE step ADD COLUMN shown INTEGER NOT NULL DEFAULT 1;

UPDATE release SET status = 'superseded' WHERE status = 'released' AND EXISTS (
  SELECT 1 FROM release later
  WHERE later.guideid = release.guideid AND later.status = 'released' AND later.releaseid > release.releaseid);
UPDATE release SET revisionid = (
  SELECT g.revisionid FROM guide g WHERE g.guideid = release.guideid) WHERE revisionid IS NULL;
CREATE UNIQUE INDEX release_current ON release (guideid) WHERE status = 'released';
CREATE INDEX release_shown ON release (releaseid) WHERE status IN ('released', 'superseded');
CREATE INDEX release_status ON release (status, releaseid);
`;
