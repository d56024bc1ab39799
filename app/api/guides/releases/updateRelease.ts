import { z } from 'zod';

import { release, releaseInput } from '../../../../shared/model/release.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { idParam } from '../../fields.ts';

export const updateRelease = defineEndpoint({
  route: 'PATCH /guides/releases/{releaseid}',
  summary: 'Change the given attributes of a release; its status releases or withdraws it',
  auth: 'user',
  params: z.object({ releaseid: idParam }),
  body: releaseInput,
  response: release,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: { params: { releaseid: '1' }, body: { status: 'released' } },
  handler: ({ params, body, write }) =>
    write((s) => {
      s.releases.update(params.releaseid, body);
      return s.releases.answer(params.releaseid);
    }),
});
