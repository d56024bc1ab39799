import { z } from 'zod';

import { idParam } from '../fields.ts';

export const teamParams = z.object({ teamid: idParam });

export const memberParams = z.object({ teamid: idParam, userid: idParam });

/** Everything an admin may set on a team, all optional. */
export const teamFields = z.object({
  name: z.string().trim().min(1, 'must not be empty').max(100).optional(),
  description: z.string().max(2000).optional(),
  owner: z.int().optional(),
  join_code: z
    .string()
    .regex(/^[!-~]{6,100}$/, 'must be 6 to 100 letters, digits and signs without blanks')
    .nullable()
    .optional(),
  imageid: z.int().nullable().optional(),
});
