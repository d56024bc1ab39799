/** Desk: the person an edit is sent as, if that is not its author. Hub: desks are told who was deactivated before this migration. */
export const shutOut = `
ALTER TABLE journal ADD COLUMN sender INTEGER;
DELETE FROM change WHERE kind = 'user' AND id IN (SELECT userid FROM user WHERE banned <> 0);
INSERT INTO change (kind, id, deleted, date)
  SELECT 'user', userid, 0, unixepoch() FROM user WHERE banned <> 0 AND deleted = 0
    AND (SELECT value FROM meta WHERE key = 'profile') IS NOT '"desk"';
`;
