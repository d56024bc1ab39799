import { z } from 'zod';

import { guideSummary } from '../../../shared/model/guide.ts';

export const username = z.string().trim().min(1, 'must not be empty').max(100);

/** Fact sheet 2. */
export const uniqueUsername = z
  .string()
  .regex(
    /^[a-z0-9][A-Za-z0-9_]{2,29}$/,
    'must be 3 to 30 letters, digits and underscores and begin with a lower-case letter or a digit',
  );

/** Everything a person may set on a user, all optional (fact sheet 5.1). */
export const userFields = z.object({
  username: username.optional(),
  unique_username: uniqueUsername.nullable().optional(),
  location: z.string().trim().max(200).nullable().optional(),
  about: z.string().max(100_000).optional(),
  summary: z.string().trim().max(500).nullable().optional(),
  image: z.int().nullable().optional(),
  langid: z
    .string()
    .regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/, 'is not a language id')
    .optional(),
});

const roles = { Admin: 'admin', Author: 'author', User: 'technician' } as const;

/** What only admins may set besides. `greatest_privilege` is the API's word for a role (fact sheet 5.1). */
export const adminFields = z.object({
  greatest_privilege: z
    .enum(['Admin', 'Author', 'User'])
    .transform((privilege) => roles[privilege])
    .optional(),
  sso_userid: z.string().trim().min(1, 'must not be empty').max(200).nullable().optional(),
});

export const badgeQuery = z.object({ category: z.string().trim().min(1).optional() });

export const favorite = z.object({ date: z.number(), guide: guideSummary });
