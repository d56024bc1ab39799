import { z } from 'zod';

import { lockParts } from '../lock-check.ts';

const count = z.int().min(0);

/** Counts of one person's edits that wait at a desk. Dates are UNIX seconds by the hub's clock. */
const waiting = z.object({
  userid: z.int(),
  pending: count,
  sending: count,
  /** Edits that need a person; `conflicts` of them because the site has other changes. */
  parked: count,
  conflicts: count,
  /** Date of the oldest edit that the site does not have. */
  oldest_date: z.number().nullable(),
});

/** `PUT /benchside/devices/{deviceid}`: a desk's report to its hub. No content, only counts. */
export const deviceReport = z.object({
  /** The machine's name. */
  name: z.string().trim().min(1).max(200),
  version: z.string().max(50),
  system: z.string().max(100),
  /** Everyone who has signed in at the desk. */
  people: z.array(waiting).max(500),
  /** The result of the desk's last sync. */
  round: z.object({
    outcome: z.enum(['clean', 'needs-person', 'unreachable', 'failed']),
    message: z.string().max(2000).nullable(),
  }),
  /** Number of the desk's guides that are complete offline; null if not counted yet. */
  ready: z.object({ guides: count, ready: count }).nullable(),
  /** Result of the last lockdown check; null at a desk that is no kiosk. `open`: parts that let people out, or may. */
  kiosk: z.object({ locked: z.boolean(), open: z.array(z.enum(lockParts)).max(lockParts.length) }).nullable(),
});
export type DeviceReport = z.infer<typeof deviceReport>;

/** A desk as leads see it. */
export const device = deviceReport.extend({
  deviceid: z.string(),
  people: z.array(waiting.extend({ username: z.string() })),
  reported_date: z.number(),
  /** When the desk last made a request; an unchanged desk reports rarely (SPEC G7.1). */
  seen_date: z.number(),
});
export type Device = z.infer<typeof device>;
