/** The public key that belongs to the token of a session: it recognizes edits that this person saved to a file at a desk. */
export const editKeys = `
ALTER TABLE session ADD COLUMN edit_key TEXT;
`;
