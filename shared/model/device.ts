import { z } from 'zod';

import { limits } from '../limits.ts';
import { lockParts } from '../lock-check.ts';
import { isPlainName, plainNameRule } from '../plain-name.ts';

const count = z.int().min(0);
/** Sums of these stay exact. */
const edits = count.max(limits.device.edits.max);

/** A text that is shown in one line. */
const plain = (max: number) => z.string().max(max).refine(isPlainName, plainNameRule);

/** Counts of one person's edits that wait at a desk. Dates are UNIX seconds by the hub's clock. */
const waiting = z.object({
  userid: z.int(),
  pending: edits,
  sending: edits,
  /** Edits that need a person; `conflicts` of them because the site has other changes. */
  parked: edits,
  conflicts: edits,
  /** Date of the oldest edit that the site does not have. */
  oldest_date: z.number().min(0).max(limits.device.date.max).nullable(),
});

/** `PUT /benchside/devices/{deviceid}`: a desk's report to its hub. No content, only counts. */
export const deviceReport = z.object({
  /** The machine's name. */
  name: z.string().trim().min(1).max(limits.device.name.max).refine(isPlainName, plainNameRule),
  version: plain(limits.device.version.max),
  system: plain(limits.device.system.max),
  /** Everyone who has signed in at the desk; of too many, those whose edits wait. */
  people: z
    .array(
      waiting.extend({
        /** Hash of the token with which the person is signed in there, by which a list of sign-ins names the desk. */
        token: z.string().max(limits.device.token.max).optional(),
      }),
    )
    .max(limits.device.people.max),
  /** The result of the desk's last sync. */
  round: z.object({
    outcome: z.enum(['clean', 'needs-person', 'unreachable', 'failed']),
    message: z.string().max(limits.answer.message.max).nullable(),
  }),
  /** Number of the desk's guides that are complete offline; null if not counted yet. */
  ready: z.object({ guides: count, ready: count }).nullable(),
  /** Result of the last lockdown check; null at a desk that is no kiosk. `open`: parts that let people out, or may. */
  kiosk: z.object({ locked: z.boolean(), open: z.array(z.enum(lockParts)).max(lockParts.length) }).nullable(),
});
export type DeviceReport = z.infer<typeof deviceReport>;

/** A desk as leads see it. */
export const device = deviceReport.extend({
  /** A hash of the id that the desk reports with. */
  deviceid: z.string(),
  /** The name that the desk reports, where an admin gave it another. */
  own_name: z.string().nullable(),
  people: z.array(waiting.extend({ username: z.string() })),
  reported_date: z.number(),
  /** When the desk last made a request; an unchanged desk reports rarely (SPEC G7.1). */
  seen_date: z.number(),
});
export type Device = z.infer<typeof device>;

/** `PATCH /benchside/devices/{deviceid}`. */
export const deviceNaming = z.object({
  /** Null: the name that the desk reports. */
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(limits.desk.name.max, `must have at most ${limits.desk.name.max} characters`)
    .refine(isPlainName, plainNameRule)
    .nullable(),
});

/** The answer to a report: the name that an admin gave the desk, if any. */
export const givenDeskName = z.object({ name: plain(limits.desk.name.max).nullable() });
