/** The site's number for a version that an edit made at this desk. */
export const siteRevisions = `
ALTER TABLE guide_revision ADD COLUMN site_revisionid INTEGER;
ALTER TABLE wiki_revision ADD COLUMN site_revisionid INTEGER;
`;
