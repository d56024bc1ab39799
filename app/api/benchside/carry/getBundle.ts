import { z } from 'zod';

import { notFound } from '../../../../shared/errors.ts';
import { hubBundle } from '../../../../shared/model/carry.ts';
import type { HubBundle } from '../../../../shared/model/carry.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { flagQuery } from '../../fields.ts';
import { downloadAnswer } from '../../files/download.ts';

export const getBundle = defineEndpoint({
  route: 'GET /benchside/bundle',
  summary:
    'The newest bundle that this hub has made for desks without a network, and whether one is being made; with `download` the bundle itself',
  auth: 'admin',
  profile: 'hub',
  query: z.object({ download: flagQuery }),
  response: hubBundle,
  errors: ['not-found'],
  example: {},
  handler: ({ query: { download }, ctx }) => {
    const state = ctx.bundles.state();
    return download ? fileAnswer(state, ctx.bundles.file) : state;
  },
});

function fileAnswer({ bundle }: HubBundle, file: string): Response {
  if (!bundle) throw notFound('File');
  const day = new Date(bundle.made * 1000).toISOString().slice(0, 10);
  const name = `benchside-${day}.bundle`;
  return downloadAnswer({ path: file, name, bytes: bundle.bytes, mime: 'application/octet-stream' });
}
