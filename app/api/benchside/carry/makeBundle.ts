import { z } from 'zod';

import { bundlePictures } from '../../../../shared/model/bundle.ts';
import { hubBundle } from '../../../../shared/model/carry.ts';
import { defineEndpoint } from '../../endpoint.ts';

export const makeBundle = defineEndpoint({
  route: 'POST /benchside/bundle',
  summary: 'Make a bundle of what everybody may read, with the answers to edits of desks',
  auth: 'admin',
  profile: 'hub',
  body: z.object({ pictures: bundlePictures }),
  response: hubBundle,
  status: 202,
  errors: ['unavailable'],
  example: { body: { pictures: 'all' } },
  handler: ({ body: { pictures }, actor, ctx }) => {
    ctx.bundles.begin(pictures);
    ctx.log.info({ admin: actor.userid, pictures }, 'an admin makes a bundle');
    return ctx.bundles.state();
  },
});
