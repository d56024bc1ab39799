import { z } from 'zod';

import { performed } from '../../../shared/model/work-log.ts';
import type { Performed } from '../../../shared/model/work-log.ts';
import { idParam, langidQuery, order, paging } from '../fields.ts';

export const entryParams = z.object({ entryid: idParam });

/** All operations on a run accept the time at which it was done offline. */
export const timed = z.object({ benchside: performed.optional() });

/** Adds what a person says to the time, which is then optional. */
export const timedWith = <Said extends z.ZodRawShape>({ shape }: z.ZodObject<Said>) =>
  z.object({ benchside: z.object({ ...performed.partial().shape, ...shape }).optional() });

/** Returns the time in a body of `timedWith`, if it has one. */
export const performedOf = ({ time, ...clocks }: Partial<Performed> = {}): Performed | undefined =>
  time === undefined ? undefined : { ...clocks, time };

/** A part of a list of entries, which name their guides in a language if these are translated into it. */
export const entryPaging = { order, ...paging, ...langidQuery.shape };
