/** The guide's revision that was acknowledged, beside the other events of a run. */
export const acknowledged = 'ALTER TABLE work_event ADD COLUMN revisionid INTEGER;';
