/** Desk: the numbers that its site gave to tags, by which the site lists them. */
export const siteTagids = `
ALTER TABLE tag ADD COLUMN site_tagid INTEGER;
CREATE INDEX tag_place ON tag (site_tagid IS NULL, coalesce(site_tagid, tagid));
`;
