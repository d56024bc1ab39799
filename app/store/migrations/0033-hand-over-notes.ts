/** Reason, note and addressee that a person gives when handing over or abandoning a run. */
export const handOverNotes = `
ALTER TABLE work_event ADD COLUMN reason TEXT;
ALTER TABLE work_event ADD COLUMN note TEXT;
ALTER TABLE work_event ADD COLUMN addressee INTEGER;
`;
