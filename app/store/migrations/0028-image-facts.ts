/** Desk: what its site says of pictures in guides that are in nobody's media manager here. */
export const imageFacts = `
CREATE TABLE image_fact (
  imageid INTEGER PRIMARY KEY,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  ratio TEXT NOT NULL,
  markup TEXT
);
`;
