import { z } from 'zod';

import { invalid } from '../../../shared/errors.ts';
import { paging } from '../fields.ts';

/** A media manager is listed the newest first. */
export const listQuery = z.object({
  ...paging,
  order: z
    .string()
    .transform((value) => value.toUpperCase())
    .pipe(z.enum(['ASC', 'DESC']))
    .default('DESC')
    .meta({ enum: ['ASC', 'DESC'], default: 'DESC' }),
});

const mostIds = 1000;

export function refuseMany(field: string, ids: readonly number[]): void {
  if (ids.length > mostIds) throw invalid(field, `may name at most ${mostIds} at once`);
}
