/** The text of a withdrawn release is a draft again, unless readers still see it in another way. */
export const withdrawnRevisions = `
UPDATE guide_revision SET draft = 1 WHERE (guideid, revisionid) IN (
    SELECT guideid, revisionid FROM release WHERE status = 'withdrawn'
    EXCEPT SELECT guideid, revisionid FROM release WHERE status IN ('released', 'superseded')
    EXCEPT SELECT guideid, revisionid FROM guide);
`;
