/** Hub: conflicts of edits that came in a file, until a bundle has brought them to the desk and its person has decided. */
export const editConflicts = `
CREATE TABLE edit_conflict (
  key TEXT PRIMARY KEY,
  userid INTEGER NOT NULL,
  route TEXT NOT NULL,
  params TEXT NOT NULL,
  cause TEXT NOT NULL,
  day INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX edit_conflict_day ON edit_conflict (day);
`;
