import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { isPlainName, plainNameRule } from '../../../shared/plain-name.ts';
import { withoutPlaceholders } from '../../store/placeholders.ts';
import { idParam } from '../fields.ts';

export const teamParams = z.object({ teamid: idParam });

/** The code with which a person joins a team. Codes made before the lower limit was raised still work. */
export const joinCode = z.object({
  join_code: z.string().max(limits.team.code.max).optional().meta({
    description:
      'The code with which people join a team by themselves; its owner and admins need none. In the body or in the address.',
  }),
});

export const memberParams = z.object({ teamid: idParam, userid: idParam });

/** The fields of a team that an admin may set, all optional. */
export const teamFields = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(limits.team.name.max)
    .refine((name) => isPlainName(withoutPlaceholders(name)), plainNameRule)
    .optional(),
  description: z.string().max(limits.team.description.max).optional(),
  owner: z.int().optional(),
  join_code: z
    .string()
    .regex(/^[!-~]*$/, 'must be letters, digits and signs without blanks')
    .min(12, 'must have at least 12 characters')
    .max(limits.team.code.max, `must have at most ${limits.team.code.max} characters`)
    .nullable()
    .optional(),
  imageid: z.int().nullable().optional(),
});
