import { z } from 'zod';

/** `GET /benchside/drafts/{key}`: what the current user typed on this desk and has not saved. `date` in UNIX seconds. */
export const draft = z.object({ date: z.number(), body: z.record(z.string(), z.unknown()) });
export type Draft = z.infer<typeof draft>;
