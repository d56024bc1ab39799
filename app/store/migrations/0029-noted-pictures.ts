/** Counts pictures instead of files: a step's picture was counted once for each of its two sizes. */
export const notedPictures = `
ALTER TABLE picture_note RENAME COLUMN files TO others;
UPDATE picture_note SET others = (others + 1) / 2;
`;
