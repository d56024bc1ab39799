import type { JournalEntry } from '../../replica/journal/entry.ts';
import type { ReplicaReader } from '../../replica/replica.ts';
import { issuedIds, pairs } from '../../replica/operations/ids.ts';
import type { IdMapping } from '../../replica/operations/ids.ts';
import { operationOf } from '../../replica/operations/index.ts';
import type { QueuedOperation, SiteBody } from '../../replica/operations/operation.ts';
import type { Sent } from '../../replica/plan/plan.ts';

/** Returns whether an operation's answer names the ids of the things it made. */
export function answersWithIds(route: string): boolean {
  const { creates, namesAll } = operationOf(route);
  return creates !== undefined || namesAll !== undefined;
}

/** Returns whether an answer has the ids that its operation must answer with. */
export function hasIds(route: string, answer: unknown): boolean {
  const { creates, namesAll } = operationOf(route);
  if (creates && !Number.isSafeInteger(isAnswer(answer) ? idIn(answer, creates) : undefined)) return false;
  return !namesAll || (isAnswer(answer) && namesAll(answer));
}

/** Returns the ids that the site gave for provisional ones, read from its answer to an edit. */
export function mapIds(s: ReplicaReader, entry: JournalEntry, sent: Sent, answer: unknown): IdMapping[] {
  if (!isAnswer(answer)) return [];
  const operation = operationOf(sent.route);
  const { creates } = operation;
  return [
    ...(creates
      ? pairs(creates.kind, issuedIds(entry, creates.kind).slice(-1), [idIn(answer, creates)])
      : []),
    ...(operation.mapIds?.(entry, sent, answer, s) ?? []),
  ];
}

function idIn(answer: SiteBody, { id }: NonNullable<QueuedOperation['creates']>): unknown {
  return id.split('.').reduce<unknown>((at, name) => (isAnswer(at) ? at[name] : undefined), answer);
}

const isAnswer = (answer: unknown): answer is SiteBody => typeof answer === 'object' && answer !== null;
