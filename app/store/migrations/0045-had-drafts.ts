/** Desk: whether the hub says that a guide has or had drafts, so that readers do not see comments on its deleted steps. */
export const hadDraftsColumn = `
ALTER TABLE guide ADD COLUMN had_drafts INTEGER NOT NULL DEFAULT 0;
`;
