import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { paging } from '../fields.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;
const secondsADay = 86_400;

/** UNIX seconds, or an ISO 8601 date, in UTC unless it has an offset. A date without a time is the whole day. */
const dateQuery = (edge: 'start' | 'end') =>
  z
    .string()
    .transform((text, context) => {
      if (/^\d{1,12}(\.\d+)?$/.test(text)) return Number(text);
      const hasZone = /(?:Z|[+-]\d{2}:\d{2})$/.test(text);
      const seconds = day.test(text)
        ? Date.parse(text) / 1000 + (edge === 'end' ? secondsADay - 1 : 0)
        : moment.test(text)
          ? Date.parse(hasZone ? text : `${text}Z`) / 1000
          : Number.NaN;
      if (!Number.isNaN(seconds)) return seconds;
      context.addIssue({ code: 'custom', message: 'must be UNIX seconds or a date such as 2026-01-31' });
      return z.NEVER;
    })
    .optional()
    .meta({ type: 'string', description: 'UNIX seconds or an ISO 8601 date, inclusive' });

/** The default limit, equal to the maximum, since the contract names none here (4.11). */
const mostViews = limits.list.limit.max;

export const historyQuery = z
  .object({
    start_date: dateQuery('start'),
    end_date: dateQuery('end'),
    limit: paging.limit
      .unwrap()
      .default(mostViews)
      .meta({ type: 'integer', minimum: 1, maximum: mostViews, default: mostViews }),
    offset: paging.offset,
  })
  .transform(({ start_date, end_date, ...page }) => ({
    ...page,
    start: start_date ?? 0,
    end: end_date ?? Number.MAX_SAFE_INTEGER,
  }));
