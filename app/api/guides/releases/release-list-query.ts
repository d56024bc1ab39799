import { z } from 'zod';

import { releaseStatuses } from '../../../../shared/model/release.ts';
import { order, paging } from '../../fields.ts';

export const releaseListQuery = z.object({ ...paging, order, status: z.enum(releaseStatuses).optional() });
