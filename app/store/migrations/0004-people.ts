/**
 * `collaborator` has no foreign key: at a desk, the collaborators of a guide may arrive before the guide. The indexes on userid serve the
 * counts behind reputation and badges (`store/badges/counters.ts`).
 */
export const people = `
ALTER TABLE user ADD COLUMN sso_userid TEXT;
CREATE UNIQUE INDEX user_sso ON user (sso_userid) WHERE sso_userid IS NOT NULL;

ALTER TABLE team ADD COLUMN join_code TEXT;
ALTER TABLE team ADD COLUMN location TEXT;
ALTER TABLE team ADD COLUMN latitude REAL;
ALTER TABLE team ADD COLUMN longitude REAL;
CREATE INDEX team_member_joined ON team_member (joined_date, teamid);

CREATE TABLE badge (badgeid INTEGER PRIMARY KEY, num_users INTEGER NOT NULL);
CREATE TABLE badge_earned (
  userid INTEGER NOT NULL,
  badgeid INTEGER NOT NULL,
  times INTEGER NOT NULL,
  date REAL NOT NULL,
  PRIMARY KEY (userid, badgeid)
) WITHOUT ROWID;
CREATE TABLE badge_remote (userid INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE INDEX guide_author ON guide (userid) WHERE deleted = 0;
CREATE INDEX wiki_revision_user ON wiki_revision (userid);
CREATE INDEX comment_user ON comment (userid) WHERE status = 'public';

CREATE TABLE collaborator_new (
  guideid INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (guideid, kind, id)
) WITHOUT ROWID;
INSERT INTO collaborator_new SELECT guideid, kind, id FROM collaborator;
DROP TABLE collaborator;
ALTER TABLE collaborator_new RENAME TO collaborator;
CREATE INDEX collaborator_of ON collaborator (kind, id);
INSERT INTO change (kind, id, deleted, date)
  SELECT DISTINCT 'collaborators', guideid, 0, unixepoch() FROM collaborator;
`;
