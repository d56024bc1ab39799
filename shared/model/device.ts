import { z } from 'zod';

import { lockParts } from '../lock-check.ts';

const count = z.int().min(0);

/** What waits at a desk for one of its people. Dates are UNIX seconds by the hub's clock. */
const waiting = z.object({
  userid: z.int(),
  pending: count,
  sending: count,
  /** Set aside: somebody has to decide; `conflicts` of them because the site says otherwise. */
  parked: count,
  conflicts: count,
  /** Of the oldest edit that the site does not have. */
  oldest_date: z.number().nullable(),
});

/** `PUT /benchside/devices/{deviceid}`: what a desk tells its hub of itself. No content, only counts. */
export const deviceReport = z.object({
  /** Of the machine. */
  name: z.string().trim().min(1).max(200),
  version: z.string().max(50),
  system: z.string().max(100),
  /** Everybody who signed in there. */
  people: z.array(waiting).max(500),
  /** How its last round of sync ended. */
  round: z.object({
    outcome: z.enum(['clean', 'needs-person', 'unreachable', 'failed']),
    message: z.string().max(2000).nullable(),
  }),
  /** How many of its guides are complete there; null where nobody has counted. */
  ready: z.object({ guides: count, ready: count }).nullable(),
  /** What its last look at the machine found; null at a desk that is no kiosk. `open`: what lets people out, or may. */
  kiosk: z.object({ locked: z.boolean(), open: z.array(z.enum(lockParts)).max(lockParts.length) }).nullable(),
});
export type DeviceReport = z.infer<typeof deviceReport>;

/** A desk as leads see it. */
export const device = deviceReport.extend({
  deviceid: z.string(),
  people: z.array(waiting.extend({ username: z.string() })),
  reported_date: z.number(),
  /** When it was last heard of: a desk with nothing new to tell only syncs. */
  seen_date: z.number(),
});
export type Device = z.infer<typeof device>;
