import { notFound } from '../../../../shared/errors.ts';
import { backupState } from '../../../../shared/model/backup.ts';
import type { HubBackups } from '../../../backup/hub-backups.ts';
import type { Context } from '../../../context.ts';
import { defineEndpoint } from '../../endpoint.ts';

/** @throws AppError `not-found` on a desk */
export function backupsOf({ backups }: Context): HubBackups {
  if (!backups) throw notFound('Backup');
  return backups;
}

export const getBackup = defineEndpoint({
  route: 'GET /benchside/backup',
  summary: 'How far the backup of this hub is, and when the last one was made',
  description:
    'A backup that is ready is at `GET /benchside/backup/file` for an hour, for the admin who made it: one SQLite database with everything. ' +
    '`benchside restore` restores it.',
  auth: 'admin',
  profile: 'hub',
  response: backupState,
  example: {},
  handler: ({ actor, ctx }) => backupsOf(ctx).state(actor.userid),
});
