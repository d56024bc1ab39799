/** What an entry of the index was made from, so that a document that reads as before is not indexed again. */
export const searchFingerprint = `
ALTER TABLE search_doc ADD COLUMN fingerprint BLOB;
`;
