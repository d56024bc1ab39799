import { queryOptions } from '@tanstack/react-query';

import type { Assignment } from '../../../shared/model/assignment.ts';
import { api } from '../client.ts';
import { inOwnLanguage } from '../own-language.ts';

const everyMs = 15_000;

/** Assigned work that the person may see and that is not done. */
export const assignmentsQuery = (userid: number | undefined) =>
  queryOptions({
    queryKey: ['work-log', 'assignments', userid ?? null],
    queryFn: async ({ signal }) =>
      (await api('GET /benchside/assignments', { query: inOwnLanguage(), signal })).results,
    enabled: userid !== undefined,
    refetchInterval: everyMs,
  });

/** Returns whether work is assigned to this person or to this desk. */
export const waitsFor =
  (userid: number, ...desks: readonly string[]) =>
  ({ assignee, bench, entryid }: Pick<Assignment, 'assignee' | 'bench' | 'entryid'>): boolean =>
    entryid === null && (assignee ? assignee.userid === userid : desks.some((desk) => sameName(bench, desk)));

/** Leads type the name of a bench, in whatever case. */
export const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Returns whether the day has passed on which the work was due, by the calendar of this computer. */
export function isOverdue({ due }: Pick<Assignment, 'due'>, now: number): boolean {
  if (due === null) return false;
  const today = new Date(now * 1000);
  const end = new Date(`${due}T23:59:59.999`);
  return end < today;
}
