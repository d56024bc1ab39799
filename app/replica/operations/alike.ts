import { same } from '../../../shared/merge/value.ts';

/** Returns whether two values are the same except for whitespace at the ends of texts, which sites may drop. */
export const alike = (a: unknown, b: unknown): boolean => same(trimmed(a), trimmed(b));

function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim();
  if (Array.isArray(value)) return value.map(trimmed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, trimmed(item)]));
}
