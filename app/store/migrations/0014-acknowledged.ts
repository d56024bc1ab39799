/** The revision of the guide that an `acknowledged` event of a run names. */
export const acknowledged = 'ALTER TABLE work_event ADD COLUMN revisionid INTEGER;';
