import { z } from 'zod';
import { limits } from '../../shared/limits.ts';
import { langid } from '../../shared/model/langid.ts';
import { isFlagSet } from '../parse-input.ts';
import type { Endpoint } from './endpoint.ts';

/** Integer in a path. Provisional ids of a desk are negative (SPEC J2). */
export const idParam = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be an integer')
  .transform(Number)
  .meta({ type: 'integer' });

const wholeNumber = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be an integer')
  .transform(Number);

export const flagQuery = z
  .string()
  .transform(isFlagSet)
  .default(false)
  .meta({ type: 'boolean', default: false });

/** `limit` above 200 is clamped and below 1 refused (CONTRACT 1.4). */
export const paging = {
  limit: wholeNumber
    .refine((n) => n >= 1, 'must be at least 1')
    .transform((n) => Math.min(n, limits.list.limit.max))
    .default(20)
    .meta({ type: 'integer', minimum: 1, maximum: limits.list.limit.max, default: 20 }),
  offset: z
    .string()
    .regex(/^\d+$/, 'must be an integer, 0 or more')
    // No list is longer, and larger numbers are not exact in JavaScript.
    .transform((value) => Math.min(Number(value), 1e15))
    .default(0)
    .meta({ type: 'integer', minimum: 0, default: 0 }),
};

export const order = z
  .string()
  .transform((value) => value.toUpperCase())
  .pipe(z.enum(['ASC', 'DESC']))
  .default('ASC')
  .meta({ enum: ['ASC', 'DESC'], default: 'ASC' });

/** Format of an answered document (CONTRACT 4.9). */
export const formatQuery = z
  .string()
  .transform((value) => value.toUpperCase())
  .pipe(z.enum(['JSON', 'XML']))
  .default('JSON')
  .meta({
    enum: ['JSON', 'XML'],
    default: 'JSON',
    description:
      'XML is answered as `application/xml` in the manner of oManual, with formatted texts as HTML.',
  });

/** Returns whether an endpoint answers XML on request. */
export const answersXml = ({ query }: Pick<Endpoint, 'query'>): boolean =>
  query instanceof z.ZodObject && query.shape['type'] === formatQuery;

/** UNIX seconds. A fraction is cut off, which can only include more. */
export const sinceQuery = z
  .string()
  .regex(/^\d{1,12}(\.\d+)?$/, 'must be a UNIX timestamp')
  .transform((value) => Math.floor(Number(value)))
  .optional()
  .meta({ type: 'number', description: 'UNIX seconds, inclusive' });

/** The revision an edit is based on (CONTRACT 1.6); missing is 422. */
export const revisionidQuery = z.object({ revisionid: wholeNumber.meta({ type: 'integer' }) });

/** Comma-delimited ids, as in `guideids=1,2`. */
export const idList = z
  .string()
  .transform((value, context) => {
    const ids = value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    if (!ids.every((id) => /^-?\d{1,15}$/.test(id))) {
      context.addIssue({ code: 'custom', message: 'must be a comma-delimited list of integers' });
      return z.NEVER;
    }
    return ids.map(Number);
  })
  .meta({ type: 'array', items: { type: 'integer' } });

export const wordList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .meta({ type: 'array', items: { type: 'string' } });

/** Language of a document; the document's own, or the site's, if absent. */
export const langidQuery = z.object({ langid: langid.optional() });

/** A part of a list of guides, which are named in a language if they are translated into it. */
export const guidesQuery = z.object({ ...paging, ...langidQuery.shape });
