import { noEstimate } from '../../shared/model/guide.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a time as other clients show it, such as `30 minutes` or `1 - 2 hours` (CONTRACT 4.2). Arguments in seconds. */
export function timeRequired(min: number, max: number): string {
  const longest = Math.max(min, max);
  if (longest <= 0) return noEstimate;
  const [unit, name] =
    longest >= 2 * day ? [day, 'day'] : longest >= 2 * hour ? [hour, 'hour'] : [minute, 'minute'];
  const high = Math.max(1, Math.round(longest / unit));
  const low = Math.max(1, Math.round(Math.min(min || longest, longest) / unit));
  const range = low < high ? `${low} - ${high}` : String(high);
  return `${range} ${name}${high === 1 ? '' : 's'}`;
}
