/**
 * Hub: the sequences of its feed that one start of it gave, from `first` on, under a random stamp, with the highest ids that were
 * given before (decision 0022). Two databases that were one share epochs up to where they parted.
 */
export const epochs = `
CREATE TABLE epoch (first INTEGER PRIMARY KEY, stamp TEXT NOT NULL, ids TEXT NOT NULL);
`;
