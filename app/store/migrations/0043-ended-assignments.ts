/** A desk of people who may not see a job has to know whether the work assigned with it is over. */
export const endedAssignments = `
ALTER TABLE assignment ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
UPDATE assignment SET ended = 1 WHERE entryid IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM work_log w WHERE w.entryid = assignment.entryid AND w.status IN ('started', 'paused', 'suspended'));
CREATE INDEX assignment_ended ON assignment (ended);
`;
