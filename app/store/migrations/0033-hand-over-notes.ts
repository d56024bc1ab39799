/** What a person said when handing over or abandoning a run: a reason, a note, and who should take the run over. */
export const handOverNotes = `
ALTER TABLE work_event ADD COLUMN reason TEXT;
ALTER TABLE work_event ADD COLUMN note TEXT;
ALTER TABLE work_event ADD COLUMN addressee INTEGER;
`;
