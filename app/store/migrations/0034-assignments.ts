/** Work that leads assign to people and benches, and the bench at which an event of a run happened. */
export const assignmentTable = `
CREATE TABLE assignment (
  assignmentid INTEGER PRIMARY KEY,
  guideid INTEGER NOT NULL,
  workorderid TEXT NOT NULL,
  userid INTEGER,
  bench TEXT NOT NULL,
  due TEXT,
  note TEXT NOT NULL,
  assigned_by INTEGER NOT NULL,
  created_date REAL NOT NULL,
  entryid INTEGER
);
CREATE INDEX assignment_open ON assignment (workorderid, guideid) WHERE entryid IS NULL;
CREATE INDEX assignment_entry ON assignment (entryid);
ALTER TABLE work_event ADD COLUMN bench TEXT;
`;
