import type { EntryStatus, WorkLogEntry } from '../../../shared/model/work-log.ts';
import { entryStatuses } from '../../../shared/model/work-log.ts';
import { collator } from '../../format.ts';

export interface LogFilter {
  guide: number | null;
  person: number | null;
  status: EntryStatus | '';
  /** Part of a work order number. */
  order: string;
  /** Local dates such as `2026-11-20`, both included; empty for no bound. */
  from: string;
  to: string;
}

const idOf = (text: string | null): number | null =>
  text && /^-?\d{1,15}$/.test(text) ? Number(text) : null;

export const readFilter = (params: URLSearchParams): LogFilter => ({
  guide: idOf(params.get('guide')),
  person: idOf(params.get('person')),
  status: entryStatuses.find((status) => status === params.get('status')) ?? '',
  order: params.get('order') ?? '',
  from: params.get('from') ?? '',
  to: params.get('to') ?? '',
});

/** Returns the query parameters of a filter, without empty ones. */
export const filterParams = (filter: LogFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );

export function matches(entry: WorkLogEntry, filter: LogFilter): boolean {
  const { guide, person, status, order, from, to } = filter;
  return (
    (guide === null || entry.guideid === guide) &&
    (person === null || hadBy(entry, person)) &&
    (status === '' || entry.status === status) &&
    entry.workorderid.toLowerCase().includes(order.trim().toLowerCase()) &&
    (from === '' || entry.starttime >= dayStart(from, 0)) &&
    (to === '' || entry.starttime < dayStart(to, 1))
  );
}

const hadBy = ({ userid, benchside }: WorkLogEntry, person: number): boolean =>
  userid === person || benchside.people.some((one) => one.userid === person);

/** Returns local midnight in UNIX seconds, `days` after `date`; 0 for an invalid date, or one before 1970 such as a half-typed year. */
export function dayStart(date: string, days: number): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const time = new Date(year, month - 1, day + days).getTime() / 1000;
  return Number.isNaN(time) ? 0 : Math.max(0, time);
}

export interface Named {
  id: number;
  name: string;
}

const byName = (names: ReadonlyMap<number, string>): Named[] =>
  [...names].map(([id, name]) => ({ id, name })).toSorted((a, b) => collator.compare(a.name, b.name));

export const peopleIn = (entries: readonly WorkLogEntry[]): Named[] =>
  byName(
    new Map(
      entries.flatMap(({ benchside }) =>
        benchside.people.map(({ userid, username }): [number, string] => [userid, username]),
      ),
    ),
  );

export const guidesIn = (entries: readonly WorkLogEntry[]): Named[] =>
  byName(new Map(entries.map(({ guideid, benchside }) => [guideid, benchside.title])));
