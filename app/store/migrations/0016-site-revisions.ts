/** Desk: the site's revisionid of a version that an edit made here. */
export const siteRevisions = `
ALTER TABLE guide_revision ADD COLUMN site_revisionid INTEGER;
ALTER TABLE wiki_revision ADD COLUMN site_revisionid INTEGER;
`;
