import { z } from 'zod';

/** A token as its owner sees it; the secret itself is shown only once, when it is created. */
export const tokenInfo = z.object({
  tokenid: z.int(),
  userid: z.int(),
  created_date: z.number(),
  /** Accurate to the minute. */
  used_date: z.number(),
  /** `User-Agent` of the client that signed in; may be empty. */
  user_agent: z.string(),
  /** Userid of the admin who acts in this person's place. */
  impersonated_by: z.int().nullable(),
  /** Whether this request used the token. */
  current: z.boolean(),
});
