/**
 * A desk kept the text of a release that is not out as a version that everybody saw, and its pictures as those of such a version. It has no author
 * of a version from its hub, and a hub has one. Who may edit the guide still sees both.
 */
export const unreleasedRevisions = `
UPDATE guide_revision SET draft = 1 WHERE userid IS NULL AND (guideid, revisionid) IN (
    SELECT guideid, revisionid FROM release WHERE status = 'draft'
    EXCEPT SELECT guideid, revisionid FROM release WHERE status IN ('released', 'superseded')
    EXCEPT SELECT guideid, revisionid FROM guide);
UPDATE OR REPLACE media_use SET kind = 'guide_draft'
  WHERE kind = 'guide_past' AND id IN (SELECT guideid FROM release WHERE status = 'draft');
`;
