/** Pictures are counted as pictures: a step's was counted in its two sizes. */
export const notedPictures = `
ALTER TABLE picture_note RENAME COLUMN files TO others;
UPDATE picture_note SET others = (others + 1) / 2;
`;
