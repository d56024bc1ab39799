import { z } from 'zod';

/** At most 32 characters (fact sheet 3). */
export const tagBody = z.object({
  tag: z.string().trim().min(1, 'must not be empty').max(32, 'has at most 32 characters'),
});
