export const draftTable = `
CREATE TABLE draft (
  userid INTEGER NOT NULL,
  key TEXT NOT NULL,
  date REAL NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (userid, key)
) WITHOUT ROWID;
`;
