/** Who reported a flag of a guide; known to the hub, and to the desk at which it was reported. */
export const flagReportTable = `
CREATE TABLE flag_report (
  guideid INTEGER NOT NULL REFERENCES guide ON DELETE CASCADE,
  flagid TEXT NOT NULL,
  userid INTEGER NOT NULL,
  only_reported INTEGER NOT NULL,
  PRIMARY KEY (guideid, flagid, userid)
) WITHOUT ROWID;
`;
