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
  /** Name of the desk where the person is signed in with it; null elsewhere, and at desks of earlier versions. */
  desk: z.string().nullable(),
  /** Userid of the admin who acts in this person's place. */
  impersonated_by: z.int().nullable(),
  /** UNIX seconds at which the token ends however often it is used; null: never. */
  ends_date: z.number().nullable(),
  /** Seconds without use after which the token ends; null: it never ends by disuse. */
  idle_seconds: z.int().nullable(),
  /** True if this request used the token. */
  current: z.boolean(),
});
