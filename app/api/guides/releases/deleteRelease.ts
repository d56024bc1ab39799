import { z } from 'zod';

import { defineEndpoint } from '../../endpoint.ts';
import { idParam } from '../../fields.ts';

export const deleteRelease = defineEndpoint({
  route: 'DELETE /guides/releases/{releaseid}',
  summary: 'Delete a release; readers of the guide get the one before it, or every edit again',
  auth: 'user',
  params: z.object({ releaseid: idParam }),
  response: z.void(),
  errors: ['not-found', 'forbidden'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: { params: { releaseid: '1' } },
  handler: ({ params, write }) => write((s) => s.releases.delete(params.releaseid)),
});
