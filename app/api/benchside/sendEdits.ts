import { batchAnswer, editBatch } from '../../../shared/model/edit-batch.ts';
import { newestPoint, pointText } from '../../store/feed/epochs.ts';
import { JsonText, defineEndpoint } from '../endpoint.ts';

export const sendEdits = defineEndpoint({
  route: 'POST /benchside/edits',
  summary: 'Edits of one person that a desk sends together, each under its own key',
  description:
    'Each edit is a request of this API, named by its route, and is answered as if it had come alone: one that fails is undone alone. ' +
    'Only edits that make nothing others build on, and no uploads. Edits that are missing at the end of the answers were not carried out, because the answer would have become too large.',
  auth: 'user',
  profile: 'hub',
  body: editBatch,
  manyValues: true,
  response: batchAnswer,
  errors: ['invalid'],
  example: {
    body: {
      edits: [
        {
          key: 'example-of-a-batch',
          route: 'PUT /user/favorites/guides/{guideid}',
          params: { guideid: '1' },
        },
      ],
    },
  },
  handler: async ({ body: { edits }, actor, ctx, request, addresses }) => {
    const answers = await ctx.editBatches.carryOut(edits, { request, viewer: actor, ctx, addresses });
    const point = pointText(ctx.store.read(null, newestPoint));
    return new JsonText(`{"answers":[${answers.join(',')}],"point":${JSON.stringify(point)}}`);
  },
});
