import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { feedPosition } from '../../../shared/model/feed-position.ts';
import { beginEpochAfter, forkFrom, hasPoint, skipIds } from '../../store/feed/epochs.ts';
import { defineEndpoint } from '../endpoint.ts';

export const findFork = defineEndpoint({
  route: 'POST /benchside/history',
  summary: 'The point where the history of a restored hub diverged from what a desk has read',
  description:
    'A desk names lines of the feed that it has read. The answer has the last line that both have, and the highest numbers of that ' +
    'time: what has a higher one at the desk is lost here. Of the keys of edits, those come back that the hub does not know. Told by someone who signed in, the hub goes on with numbers far above.',
  auth: 'public',
  profile: 'hub',
  rate: 'histories',
  body: z.object({
    seen: z.array(feedPosition).max(limits.sync.points.max),
    keys: z.array(z.string().max(limits.sync.key.max)).max(limits.sync.keys.max).default([]),
  }),
  response: feedPosition.extend({ ids: z.record(z.string(), z.int()), lost: z.array(z.string()) }),
  example: { body: { seen: [{ sequence: 1, stamp: 'of-another-history' }] } },
  handler: ({ body: { seen, keys }, actor, ctx, read }) => {
    const { fork, isOther } = read((s) => ({
      fork: { ...forkFrom(s, seen), lost: s.idempotency.unknown(keys) },
      isOther: seen.some((point) => !hasPoint(s, point)),
    }));
    if (actor && isOther)
      ctx.store.note((s) => {
        beginEpochAfter(s, seen);
        skipIds(s);
      });
    return fork;
  },
});
