/**
 * Pictures are listed as they are fetched: covers first, then guide by guide. Pictures that are not listed yet are only counted. Each is a
 * line of fields between tabs, which takes the least space.
 */
export const pictureNotes = `
UPDATE picture_note SET pictures = (
  SELECT coalesce(group_concat(
    char(10) || (value ->> 0) || char(9) || (value ->> 1) || char(9) || (value ->> 3) ||
    CASE value ->> 2 WHEN '' THEN '' ELSE char(9) || (value ->> 2) END, ''), '')
  FROM json_each(picture_note.pictures));
ALTER TABLE picture_note ADD COLUMN covered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE picture_note ADD COLUMN files INTEGER NOT NULL DEFAULT 0;
CREATE INDEX picture_note_uncovered ON picture_note (guideid) WHERE covered = 0;
`;
