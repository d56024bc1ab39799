/** The feed names all work with a guide again when other people may see the guide. */
export const assignmentsOfGuides = `
CREATE INDEX assignment_guide ON assignment (guideid);
`;
