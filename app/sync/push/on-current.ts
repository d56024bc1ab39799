import type { StepForm } from '../../../shared/model/step-form.ts';
import { asWritten, checkFields, withGuids } from '../../store/forms/field-input.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import { mergeSequence } from '../merge/sequence.ts';
import { mergeValue, same } from '../merge/value.ts';
import { askSite } from './ask-site.ts';
import type { Question } from './ask-site.ts';
import { conflict, resolved } from './plan.ts';
import type { Plan } from './plan.ts';
import { hasFields } from './read-back.ts';
import { isTranslation, onTranslated } from './translation.ts';

type Sent = Plan & { kind: 'send' };

/**
 * What an edit comes to on the version that a site answered it with (409), where this desk keeps no versions of what it
 * edits; `undefined` for all other edits, and where the answer is no version: something on the way may have given it.
 */
export function planOnCurrent(
  s: StoreReader,
  entry: JournalEntry,
  sent: Sent,
  current: unknown,
): Plan | undefined {
  if (entry.route === 'PUT /work_log/{entryid}/stepData') return onEntry(sent, current);
  if (entry.route === 'POST /step_forms/{stepid}')
    return current === null || hasFields(current) ? onForm(s, entry, sent, current) : undefined;
  return isTranslation(s, entry) && isVersion(current) ? onTranslated(s, entry, sent, current) : undefined;
}

const isVersion = (answer: unknown): answer is { revisionid: number } =>
  typeof answer === 'object' &&
  answer !== null &&
  'revisionid' in answer &&
  typeof answer.revisionid === 'number';

/** A request sets the fields it names, and no others: each is as who wrote it last left it. */
function onEntry(sent: Sent, current: unknown): Plan | undefined {
  const { timingid } = (current ?? {}) as { timingid?: unknown };
  if (typeof timingid !== 'number') return undefined;
  return { ...sent, body: { ...(sent.body as object), lasttimingid: timingid } };
}

/**
 * What an edit comes to where the site has moved on and would not say so (409): a hub, because an edit before this one was
 * merged with what this one never saw; any other site, because its forms have no revision. `undefined` where it has not.
 */
export async function planOnSite(question: Question): Promise<Plan | undefined> {
  const { round, entry, sent } = question;
  if (entry.route !== 'POST /step_forms/{stepid}') return undefined;
  const { stepid } = sent.params;
  const there = round.hub
    ? round.store.read(null, (s) => knownForm(s, Number(stepid)))
    : ((await askSite<StepForm | null>(question, `/step_forms/stepid/${stepid}`)) ?? null);
  if (there === undefined) return undefined;
  return round.store.read(null, (s) => {
    const before = formBefore(s, entry);
    return same(unnumbered(before?.fields), unnumbered(there?.fields))
      ? undefined
      : onForm(s, entry, sent, there);
  });
}

/** The site's form of a step with edits that wait. */
function knownForm(s: StoreReader, stepid: number): StepForm | null | undefined {
  const remote = s.sync.remote('form', stepid);
  return remote === undefined || remote === 'gone' ? undefined : (JSON.parse(remote.toString()) as StepForm);
}

/** New fields have their guids from the site. */
const unnumbered = (fields: StepForm['fields'] = []): unknown =>
  fields.map((field) => ({ ...asWritten({ ...field }), field_guid: '' }));

/** The form of a step before it was edited. */
export function formBefore(s: StoreReader, entry: JournalEntry): StepForm | null | undefined {
  if (entry.route !== 'POST /step_forms/{stepid}') return undefined;
  const before = s.journal.before(entry.sequence, 'form', Number(entry.params['stepid']));
  return before && (JSON.parse(before.toString()) as StepForm | null);
}

/** Fields by their guid, as lines of a step are merged. */
export function onForm(s: StoreReader, entry: JournalEntry, sent: Sent, current: unknown): Plan {
  const theirs = (current ?? { form_revisionid: null, fields: [] }) as Partial<StepForm>;
  const base = formBefore(s, entry)?.fields ?? [];
  const { fields = [] } = entry.body as { fields?: Record<string, unknown>[] };
  const contentOf = (list: readonly object[]) => list.map((one) => asWritten(one as Record<string, unknown>));
  const [was, mine, their] = [
    contentOf(base),
    // One that both added is one.
    withGuids(checkFields(fields), [...base, ...(theirs.fields ?? [])]),
    contentOf(theirs.fields ?? []),
  ];
  const merged = mergeSequence(
    { base: was, mine, theirs: their },
    { keyOf: ({ field_guid }) => field_guid, merge: mergeValue },
  );
  const decision = merged.ok ? merged : resolved(entry, 'fields', their);
  if (!decision) return conflict([{ field: 'fields', base: was, mine, theirs: their }]);
  const { value } = decision;
  if (same(value, their)) return { kind: 'nothing', known: { sent, answer: current } };
  const { form_revisionid: _, ...query } = sent.query;
  return { ...sent, query, body: { fields: value, form_revisionid: theirs.form_revisionid ?? null } };
}
