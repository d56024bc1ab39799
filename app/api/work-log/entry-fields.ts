import { z } from 'zod';

import { performed } from '../../../shared/model/work-log.ts';
import { idParam, order, paging } from '../fields.ts';

export const entryParams = z.object({ entryid: idParam });

/** Every operation on a run takes the true time of what was done offline. */
export const timed = z.object({ benchside: performed.optional() });

export const entryPaging = { order, ...paging };
