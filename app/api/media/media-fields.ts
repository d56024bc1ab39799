import { z } from 'zod';

import { invalid } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { paging } from '../fields.ts';

/** Lists of a media manager are sorted newest first. */
export const mediaListQuery = z.object({
  ...paging,
  order: z
    .string()
    .transform((value) => value.toUpperCase())
    .pipe(z.enum(['ASC', 'DESC']))
    .default('DESC')
    .meta({ enum: ['ASC', 'DESC'], default: 'DESC' }),
});

export function refuseMany(field: string, ids: readonly number[]): void {
  const { max } = limits.media.ids;
  if (ids.length > max) throw invalid(field, `may name at most ${max} at once`);
}
