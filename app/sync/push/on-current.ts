import type { StepForm } from '../../../shared/model/step-form.ts';
import { checkFields, fieldOfSite, withGuids } from '../../store/forms/field-input.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import { mergeSequence } from '../merge/sequence.ts';
import { mergeValue, same } from '../merge/value.ts';
import { conflict, resolved } from './plan.ts';
import type { Plan } from './plan.ts';
import { isTranslation, onTranslated } from './translation.ts';

type Sent = Plan & { kind: 'send' };

/**
 * What an edit comes to on the version that a site answered it with (409), where this desk keeps no versions of what it
 * edits; `undefined` for all other edits.
 */
export function planOnCurrent(
  s: StoreReader,
  entry: JournalEntry,
  sent: Sent,
  current: unknown,
): Plan | undefined {
  if (entry.route === 'PUT /work_log/{entryid}/stepData') return onEntry(sent, current);
  if (entry.route === 'POST /step_forms/{stepid}') return onForm(s, entry, sent, current);
  if (isTranslation(s, entry)) return onTranslated(s, entry, sent, current);
  return undefined;
}

/** A request sets the fields it names, and no others: each is as who wrote it last left it. */
function onEntry(sent: Sent, current: unknown): Plan | undefined {
  const { timingid } = (current ?? {}) as { timingid?: unknown };
  if (typeof timingid !== 'number') return undefined;
  return { ...sent, body: { ...(sent.body as object), lasttimingid: timingid } };
}

/** Fields by their guid, as lines of a step are merged. */
function onForm(s: StoreReader, entry: JournalEntry, sent: Sent, current: unknown): Plan {
  const theirs = (current ?? { form_revisionid: null, fields: [] }) as Partial<StepForm>;
  const before = s.journal.before(entry.sequence, 'form', Number(entry.params['stepid']));
  const base = before ? ((JSON.parse(before.toString()) as StepForm | null)?.fields ?? []) : [];
  const { fields = [] } = entry.body as { fields?: Record<string, unknown>[] };
  const contentOf = (list: readonly object[]) =>
    list.map((one) => fieldOfSite(one as Record<string, unknown>));
  const [was, mine, their] = [
    contentOf(base),
    withGuids(checkFields(fields), base),
    contentOf(theirs.fields ?? []),
  ];
  const merged = mergeSequence(
    { base: was, mine, theirs: their },
    { keyOf: ({ field_guid }) => field_guid, merge: mergeValue },
  );
  const decision = merged.ok ? merged : resolved(entry, 'fields', their);
  if (!decision) return conflict([{ field: 'fields', base: was, mine, theirs: their }]);
  const { value } = decision;
  if (same(value, their)) return { kind: 'nothing' };
  const { form_revisionid: _, ...query } = sent.query;
  return { ...sent, query, body: { fields: value, form_revisionid: theirs.form_revisionid ?? null } };
}
