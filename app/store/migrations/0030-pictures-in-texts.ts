/** Any picture of this machine may be in a text of before, so all of them stay when their owners take them out. */
export const picturesInTexts = `
INSERT INTO media_use (kind, id, guid) SELECT 'text', 0, guid FROM image WHERE remote IS NULL;
`;
