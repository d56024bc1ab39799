import { z } from 'zod';

/** A token as its owner sees it; the token itself is told only once, when it is made. */
export const tokenInfo = z.object({
  tokenid: z.int(),
  userid: z.int(),
  created_date: z.number(),
  /** Right to the minute. */
  used_date: z.number(),
  /** What signed in, as it named itself; may be empty. */
  user_agent: z.string(),
  /** The admin who acts in this person's place. */
  impersonated_by: z.int().nullable(),
  /** Whether this request came with it. */
  current: z.boolean(),
});
