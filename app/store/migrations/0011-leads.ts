/** Tables and indexes for the administration: reports of desks, and lists of people, flags and badges. */
export const leadIndexes = `
CREATE TABLE device (
  deviceid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  reported_date REAL NOT NULL,
  token_hash TEXT NOT NULL,
  body TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX device_reported ON device (reported_date);
CREATE INDEX user_name ON user (username COLLATE NOCASE, userid) WHERE deleted = 0;
CREATE INDEX guide_flagged ON guide (guideid) WHERE deleted = 0 AND json_array_length(summary, '$.flags') > 0;
CREATE INDEX badge_holder ON badge_earned (badgeid, date);
`;
