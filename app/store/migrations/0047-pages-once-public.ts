/** Whether a page is or was public. Of pages that are private now, nobody looked at all earlier versions again: they count as once public. */
export const pagesOncePublic = `ALTER TABLE wiki ADD COLUMN was_public INTEGER NOT NULL DEFAULT 1;`;
