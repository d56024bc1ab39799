/**
 * A desk: in whose name an edit is sent, where that is not its author. A hub: who was shut out before this is told to desks.
 */
export const shutOut = `
ALTER TABLE journal ADD COLUMN sender INTEGER;
DELETE FROM change WHERE kind = 'user' AND id IN (SELECT userid FROM user WHERE banned <> 0);
INSERT INTO change (kind, id, deleted, date)
  SELECT 'user', userid, 0, unixepoch() FROM user WHERE banned <> 0 AND deleted = 0
    AND (SELECT value FROM meta WHERE key = 'profile') IS NOT '"desk"';
`;
