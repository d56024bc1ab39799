import { isTooLarge } from '../../../shared/model/journal.ts';
import type { FieldConflict } from '../../../shared/model/journal.ts';
import { isVersionOf } from '../journal/limited-cause.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { StoredWiki } from '../../store/wikis/document.ts';
import { mergeFields } from '../../../shared/merge/fields.ts';
import type { MergedFields, Rules } from '../../../shared/merge/fields.ts';
import { same } from '../../../shared/merge/value.ts';

/** A request as it is sent: an operation's route with its parameters, query and JSON body. */
export interface Sent {
  kind: 'send';
  route: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** Provisional ids of the new lines in the body, in their order; 0 for a line without one. */
  newLines?: readonly number[];
  /** True if the hub has repeated an answer: the request that it carried out may have been planned on another version. */
  isRepeated?: true;
}

/** The outcome of planning an edit on the site's current version. */
export type Plan =
  | Sent
  /** The site has all of the edit. `known`: the answer it would give, if that has ids that are new here. */
  | { kind: 'nothing'; known?: { sent: Sent; answer: unknown } }
  /** Both sides changed the same: a person decides. */
  | { kind: 'conflict'; conflicts: FieldConflict[]; message: string };

/** The document of an edit as it was before the edit, and as it is now on the site. */
export interface MergeVersions {
  /** Absent for documents that are not merged, and for those made here. */
  before?: DocumentVersion;
  /** Absent if the site does not have it any more. */
  theirs?: DocumentVersion;
}

export type DocumentVersion = { kind: 'guide'; document: GuideDocument } | ({ kind: 'wiki' } & StoredWiki);

/** Plans an operation on a whole document or step, such as its deletion, which is right only for the version that it was meant for. */
export function planWhole(
  entry: JournalEntry,
  field: string,
  base: unknown,
  theirs: unknown,
  revisionid: number,
): Plan {
  if (same(base, theirs)) return requestFor(entry, { revisionid });
  const { changes, conflicts } = applyDecisions(entry, {
    changes: {},
    conflicts: [{ field, base, mine: null, theirs }],
  });
  if (conflicts.length > 0) return conflictPlan(conflicts);
  // `null` is the value of a decision for mine.
  return field in changes ? requestFor(entry, { revisionid }) : { kind: 'nothing' };
}

/** Returns what a person decided about a field, if they decided about this version of it, or if the site has that by now. */
export function decisionOn(
  { resolution }: JournalEntry,
  field: string,
  theirs: unknown,
): { value: unknown } | undefined {
  const decision = resolution?.fields[field];
  if (!decision || !(isVersionOf(decision.theirs, theirs) || same(decision.value, theirs))) return undefined;
  return isTooLarge(decision.value) ? { value: theirs } : decision;
}

/** Replaces conflicts by a person's decisions, if these were about this version. */
export function applyDecisions(entry: JournalEntry, merged: MergedFields): MergedFields {
  const changes = { ...merged.changes };
  const conflicts = merged.conflicts.filter((one) => {
    const decision = decisionOn(entry, one.field, one.theirs);
    if (!decision) return true;
    if (!same(decision.value, one.theirs)) changes[one.field] = decision.value;
    return false;
  });
  return { changes, conflicts };
}

/** Merges the fields of an edit with the site's, each by its rule, and by what a person decided about this version of the site. */
export function mergeEdit<Fields extends object>(
  entry: JournalEntry,
  rules: Rules<Fields>,
  [base, mine, theirs]: readonly [Fields, Fields, Fields],
): MergedFields {
  const { changes, conflicts } = mergeFields(rules, base, mine, theirs);
  for (const field of Object.keys(changes)) {
    const one = {
      field,
      base: valueOf(base, field),
      mine: valueOf(mine, field),
      theirs: valueOf(theirs, field),
    };
    if (!isOverruled(entry, one)) continue;
    delete changes[field];
    conflicts.push(one);
  }
  return applyDecisions(entry, { changes, conflicts });
}

const valueOf = (fields: object, field: string): unknown => fields[field as keyof typeof fields] ?? null;

/**
 * Returns whether a person decided for something else than the edit's own value. A merge without a conflict does not hold what they chose, which
 * holds for the version that they saw (SPEC J7.19).
 */
export function isOverruled(
  { resolution }: JournalEntry,
  { field, mine }: Pick<FieldConflict, 'field' | 'mine'>,
): boolean {
  const decision = resolution?.fields[field];
  return decision !== undefined && !same(decision.value, mine);
}

export const sendChanges = (
  entry: JournalEntry,
  changes: Record<string, unknown>,
  revisionid: number,
): Plan =>
  Object.keys(changes).length === 0 ? { kind: 'nothing' } : requestFor(entry, { revisionid }, changes);

/** Returns the request of an edit as it was written, except for the revisionid that it is planned on. */
export function requestFor(
  entry: JournalEntry,
  query: { revisionid?: number },
  body: unknown = entry.body,
): Sent {
  const { revisionid } = query;
  return {
    kind: 'send',
    route: entry.route,
    params: entry.params,
    query: { ...entry.query, ...(revisionid === undefined ? {} : { revisionid: String(revisionid) }) },
    body,
  };
}

/** Returns a request that a hub can only refuse, or answer once more if it has the edit: no document has this version. */
export const onNoVersion = (sent: Sent): Sent => ({ ...sent, query: { ...sent.query, revisionid: '0' } });

export function conflictPlan(conflicts: FieldConflict[]): Plan {
  const fields = conflicts.map(({ field }) => field).join(', ');
  return {
    kind: 'conflict',
    conflicts,
    message: `Someone else changed the same fields on the site: ${fields}. Choose the version to keep; both are stored here.`,
  };
}

export const goneThereWords =
  'This was deleted on the hub, or is no longer shown to you. Your edit is kept here.';

export const buildsOnDiscarded = 'It builds on an edit that was discarded.';

/** Plans an edit of a document that the site no longer has. @param base the document before the edit */
export function planOnDeleted(entry: JournalEntry, base: unknown): Plan {
  const decision = entry.resolution?.fields['document'];
  if (entry.route.startsWith('DELETE ') || decision?.theirs === null) return { kind: 'nothing' };
  return {
    kind: 'conflict',
    conflicts: [{ field: 'document', base, mine: entry.body, theirs: null }],
    message: goneThereWords,
  };
}

/** Returns the fields in the body of a request or an edit; none if it has no object as its body. */
export const editBody = ({ body }: { body: unknown }): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
