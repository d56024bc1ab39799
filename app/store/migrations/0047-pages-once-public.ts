/** `was_public`: whether a page is public or was so earlier. Earlier versions are not read for this: each page that exists now gets 1. */
export const pagesOncePublic = `ALTER TABLE wiki ADD COLUMN was_public INTEGER NOT NULL DEFAULT 1;`;
