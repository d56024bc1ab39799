import { z } from 'zod';

import { release, releaseInput } from '../../../../shared/model/release.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const createRelease = defineEndpoint({
  route: 'POST /guides/releases',
  summary: 'Prepare a release of a guide, or with the status `released` release it at once',
  auth: 'user',
  body: releaseInput.extend({ guideid: z.int() }),
  response: release,
  status: 201,
  errors: ['not-found', 'forbidden', 'invalid'],
  may: ['author', 'owner', 'collaborator', 'admin'],
  example: { body: { guideid: 1, title: 'Second edition', notes: 'New seal.', type: 'major' } },
  handler: ({ body: { guideid, ...fields }, write }) =>
    write((s) => s.releases.answer(s.releases.create(guideid, fields))),
});
