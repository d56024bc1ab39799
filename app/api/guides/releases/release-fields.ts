import { z } from 'zod';

import { limits } from '../../../../shared/limits.ts';
import { releaseStatuses, releaseTypes } from '../../../../shared/model/release.ts';
import { order, paging } from '../../fields.ts';

/** Fields that a person may set on a release; decision 0007 says how its status can change. */
export const releaseFields = z.object({
  title: z.string().max(limits.release.title.max).optional(),
  notes: z.string().max(limits.release.notes.max).optional(),
  type: z.enum(releaseTypes).optional(),
  revisionid: z.int().optional(),
  status: z.enum(releaseStatuses).optional(),
});

export const releaseListQuery = z.object({ ...paging, order, status: z.enum(releaseStatuses).optional() });
