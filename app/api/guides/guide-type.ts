import { invalid } from '../../../shared/errors.ts';
import type { Context } from '../../context.ts';

/** Checks a guide type against the site's setting (CONTRACT 4.3). @throws AppError `invalid` */
export function checkType(type: string | undefined, ctx: Context): void {
  const allowed = ctx.store.read(null, (s) => s.meta.site.guideTypes);
  if (type !== undefined && !allowed.includes(type)) {
    throw invalid('type', `must be one of: ${allowed.join(', ')}`);
  }
}
