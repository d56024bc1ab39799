import { z } from 'zod';

/** A position in a hub's feed, unique across histories: hubs restored from the same backup use different stamps. */
export const feedPosition = z.object({ sequence: z.int().nonnegative(), stamp: z.string().max(40) });
export type FeedPosition = z.infer<typeof feedPosition>;
