/** Lists of public guides skip to their offset in this index alone. */
export const publicGuides = `
CREATE INDEX guide_public ON guide (guideid) WHERE deleted = 0 AND public = 1;
`;
