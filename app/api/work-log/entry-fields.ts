import { z } from 'zod';

import { performed } from '../../../shared/model/work-log.ts';
import { idParam, order, paging } from '../fields.ts';

export const entryParams = z.object({ entryid: idParam });

/** All operations on a run accept the time at which it was done offline. */
export const timed = z.object({ benchside: performed.optional() });

export const entryPaging = { order, ...paging };
