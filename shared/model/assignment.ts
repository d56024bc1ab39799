import { z } from 'zod';

import { limits } from '../limits.ts';

/** Work that a lead has assigned to a person or to a bench. */
export const assignment = z.object({
  assignmentid: z.int(),
  guideid: z.int(),
  /** Title of the guide; empty if the viewer may not see it. */
  title: z.string(),
  workorderid: z.string(),
  /** Null if it is assigned to a bench and no person. */
  assignee: z.object({ userid: z.int(), username: z.string() }).nullable(),
  /** Name of the desk; empty for any. */
  bench: z.string(),
  /** The day by whose end the work is due. */
  due: z.string().nullable(),
  note: z.string(),
  assigned_by: z.object({ userid: z.int(), username: z.string() }),
  /** UNIX seconds. */
  created_date: z.number(),
  /** The job of this guide and work order that was started since; null until then. */
  entryid: z.int().nullable(),
});
export type Assignment = z.infer<typeof assignment>;

/** What a lead says when assigning work. */
export const newAssignment = z.object({
  guideid: z.int(),
  workorderid: z.string().trim().min(1, 'must not be empty').max(limits.workLog.workorderid.max),
  userid: z.int().nullish(),
  bench: z.string().trim().max(limits.assignments.bench.max).default(''),
  due: z.iso.date().nullish(),
  note: z.string().max(limits.workLog.note.max).default(''),
});
export type NewAssignment = z.infer<typeof newAssignment>;
