import { z } from 'zod';
import { limits } from '../../../shared/limits.ts';

/** At most 32 characters (CONTRACT 5). */
export const tagBody = z.object({
  tag: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(limits.tag.text.max, `must have at most ${limits.tag.text.max} characters`),
});
