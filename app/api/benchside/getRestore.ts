import { notFound } from '../../../shared/errors.ts';
import { restoreState } from '../../../shared/model/backup.ts';
import type { HubRestores } from '../../backup/hub-restores.ts';
import type { Context } from '../../context.ts';
import { defineEndpoint } from '../endpoint.ts';

/** @throws AppError `not-found` on a desk */
export function restoresOf({ restores }: Context): HubRestores {
  if (!restores) throw notFound('Backup');
  return restores;
}

export const getRestore = defineEndpoint({
  route: 'GET /benchside/setup/backup',
  summary: 'How far the backup is that is restored in the place of a new hub',
  auth: 'open',
  profile: 'hub',
  response: restoreState,
  example: {},
  handler: ({ ctx }) => restoresOf(ctx).state(),
});
