/**
 * Sessions of a hub end at `ends_date`, or after `idle_seconds` without use. Null means no such end, as at a desk. People who are signed in
 * now stay signed in for at most a year.
 */
export const sessionEnds = `
ALTER TABLE session ADD COLUMN ends_date REAL;
ALTER TABLE session ADD COLUMN idle_seconds INTEGER;
UPDATE session SET ends_date = unixepoch() + 31536000, idle_seconds = 7776000
  WHERE (SELECT value FROM meta WHERE key = 'profile') IS NOT '"desk"';
`;
