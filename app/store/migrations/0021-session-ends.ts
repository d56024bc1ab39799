/**
 * Sessions of a hub end by themselves: `ends_date` whatever happens, and `idle_seconds` after they were last used. Null is
 * without an end, as at a desk. Whoever is signed in now stays so for a year from now at most.
 */
export const sessionEnds = `
ALTER TABLE session ADD COLUMN ends_date REAL;
ALTER TABLE session ADD COLUMN idle_seconds INTEGER;
UPDATE session SET ends_date = unixepoch() + 31536000, idle_seconds = 7776000
  WHERE (SELECT value FROM meta WHERE key = 'profile') IS NOT '"desk"';
`;
