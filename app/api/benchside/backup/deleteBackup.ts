import { backupState } from '../../../../shared/model/backup.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { backupsOf } from './getBackup.ts';

export const deleteBackup = defineEndpoint({
  route: 'DELETE /benchside/backup',
  summary: 'Stop making a backup, or delete the one that waits at this hub to be downloaded',
  auth: 'admin',
  profile: 'hub',
  response: backupState,
  example: {},
  handler: async ({ actor, ctx }) => {
    const backups = backupsOf(ctx);
    await backups.end();
    return backups.state(actor.userid);
  },
});
