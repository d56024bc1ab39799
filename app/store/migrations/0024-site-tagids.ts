/** Desk: the site's ids of tags, which order the site's lists of tags. */
export const siteTagids = `
ALTER TABLE tag ADD COLUMN site_tagid INTEGER;
CREATE INDEX tag_place ON tag (site_tagid IS NULL, coalesce(site_tagid, tagid));
`;
