/** A hash of the texts in an index entry, so that a document with unchanged texts is not indexed again. */
export const searchFingerprint = `
ALTER TABLE search_doc ADD COLUMN fingerprint BLOB;
`;
