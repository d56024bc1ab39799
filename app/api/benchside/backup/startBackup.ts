import { backupState, newBackup } from '../../../../shared/model/backup.ts';
import { requirePassword } from '../../../identity/change-password.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { backupsOf } from './getBackup.ts';

export const startBackup = defineEndpoint({
  route: 'POST /benchside/backup',
  summary: 'Make a backup of this hub; the password keeps others off it at a browser that was left signed in',
  auth: 'admin',
  profile: 'hub',
  body: newBackup,
  response: backupState,
  status: 202,
  errors: ['invalid', 'unavailable'],
  example: { body: { password: 'a long enough password' } },
  handler: async ({ body: { password }, actor, ctx, request }) => {
    await requirePassword(ctx.store, actor, { field: 'password', password }, request);
    const backups = backupsOf(ctx);
    backups.begin(actor.userid);
    return backups.state(actor.userid);
  },
});
