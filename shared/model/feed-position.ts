import { z } from 'zod';

import { limits } from '../limits.ts';

/** A position in a hub's feed, unique across histories: hubs restored from the same backup use different stamps. */
export const feedPosition = z.object({
  sequence: z.int().nonnegative(),
  stamp: z.string().max(limits.sync.stamp.max),
});
export type FeedPosition = z.infer<typeof feedPosition>;
