/** Desk: sizes and markers of the site's pictures that are in no media manager of this desk. */
export const imageFacts = `
CREATE TABLE image_fact (
  imageid INTEGER PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  ratio TEXT NOT NULL,
  markup TEXT
);
`;
