import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { guideSummary } from '../../../shared/model/guide.ts';
import { langid } from '../../../shared/model/langid.ts';
import { isPlainName, plainNameRule } from '../../../shared/plain-name.ts';
import { withoutPlaceholders } from '../../store/placeholders.ts';

export const username = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(limits.user.name.max)
  .refine((name) => isPlainName(withoutPlaceholders(name)), plainNameRule);

/** The name in the address of a person's page (CONTRACT 3.2). */
export const uniqueUsername = z
  .string()
  .regex(
    /^[a-z0-9][A-Za-z0-9_]{2,29}$/,
    'must be 3 to 30 letters, digits and underscores and begin with a lower-case letter or a digit',
  );

/** The fields of a user that the person may set, all optional (CONTRACT 3.4). */
export const userFields = z.object({
  username: username.optional(),
  unique_username: uniqueUsername.nullable().optional(),
  location: z.string().trim().max(limits.user.location.max).nullable().optional(),
  about: z.string().max(limits.user.about.max).optional(),
  summary: z.string().trim().max(limits.user.summary.max).nullable().optional(),
  image: z.int().nullable().optional(),
  langid: langid.optional(),
});

const roles = { Admin: 'admin', Author: 'author', User: 'technician' } as const;

/** Further fields, which only admins may set. `greatest_privilege` is the API's name of a role (CONTRACT 3.6). */
export const adminFields = z.object({
  greatest_privilege: z
    .enum(['Admin', 'Author', 'User'])
    .transform((privilege) => roles[privilege])
    .optional(),
  sso_userid: z.string().trim().min(1, 'must not be empty').max(limits.user.ssoId.max).nullable().optional(),
});

export const badgeQuery = z.object({ category: z.string().trim().min(1).optional() });

export const favorite = z.object({ date: z.number(), guide: guideSummary });
