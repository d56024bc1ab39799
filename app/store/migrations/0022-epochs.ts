/**
 * Hub: an epoch is the part of the feed that was written after one start of the hub. It has its first sequence, a random stamp, and the
 * highest ids that were given before it (decision 0022). Two copies of one database share the epochs up to where they diverged.
 */
export const epochs = `
CREATE TABLE epoch (first INTEGER PRIMARY KEY, stamp TEXT NOT NULL, ids TEXT NOT NULL);
`;
