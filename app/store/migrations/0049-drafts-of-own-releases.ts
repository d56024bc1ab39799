/**
 * A desk took a draft of its hub for a version that everybody saw once a release made here had shown it, also when that release was discarded.
 * A desk keeps its hub's versions without an author.
 */
export const draftsOfOwnReleases = `
UPDATE guide_revision SET draft = 1 WHERE userid IS NULL AND draft = 0 AND (guideid, revisionid) IN (
    SELECT r.guideid, r.revisionid FROM guide_revision r JOIN guide g ON g.guideid = r.guideid AND r.revisionid > g.revisionid
    WHERE EXISTS (SELECT 1 FROM release one WHERE one.guideid = g.guideid AND one.status IN ('released', 'superseded'))
    EXCEPT SELECT guideid, revisionid FROM release WHERE status IN ('released', 'superseded'));
`;
