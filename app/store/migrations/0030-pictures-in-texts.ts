/** Earlier texts may show any picture of this machine, so each of these pictures stays when its owner removes it from the media manager. */
export const picturesInTexts = `
INSERT INTO media_use (kind, id, guid) SELECT 'text', 0, guid FROM image WHERE remote IS NULL;
`;
