import type { StepForm, StepFormField } from '../../../shared/model/step-form.ts';
import { isProvisional } from '../../store/provisional-ids.ts';
import { asWritten, checkFields, withExtras, withGuids } from '../../store/forms/field-input.ts';
import type { StoredField } from '../../store/forms/field-input.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { ReplicaReader } from '../replica.ts';
import { mergeSequence } from '../../../shared/merge/sequence.ts';
import { same } from '../../../shared/merge/value.ts';
import type { Question } from './question.ts';
import { conflictPlan, decisionOn, isOverruled } from '../plan/plan.ts';
import type { Plan, Sent } from '../plan/plan.ts';
import { isStepForm } from './answers.ts';
import { absent } from './found.ts';
import type { Found } from './found.ts';
import { issuedIds, pairs } from './ids.ts';
import type { IdMapping } from './ids.ts';
import type { QueuedOperations } from './operation.ts';
import type { ReadBack } from './read-back.ts';

export const formOperations = {
  'POST /step_forms/{stepid}': {
    answers: 'form',
    baseRevision: (body) => (body as AnsweredForm | null)?.form_revisionid ?? undefined,
    mapIds,
    planAhead,
    onStored,
    planOnConflict: (s, entry, sent, current) =>
      current === null || hasFields(current) ? planOnForm(s, entry, sent, current) : undefined,
    probe: isSaved,
    readBack,
  },
} satisfies QueuedOperations;

export const hasFields = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'fields' in answer && Array.isArray(answer.fields);

/** Returns the form of a step before the edit; `null` if there was none. */
function formBefore(s: ReplicaReader, entry: JournalEntry): StepForm | null | undefined {
  const before = s.journal.before(entry.sequence, 'form', Number(entry.params['stepid']));
  return before && (JSON.parse(before.toString()) as StepForm | null);
}

interface AnsweredForm {
  form_revisionid?: number | null;
  fields?: AnsweredField[];
}

interface AnsweredField {
  field_guid?: string;
  field_revisionid: number;
  field_type: string;
  label: string;
}

/**
 * Pairs the provisional ids of a form and its fields with the site's. Values of a field that the site's form lacks belong to the
 * field as it was before the edit.
 */
function mapIds(entry: JournalEntry, _sent: Sent, answer: unknown, s: ReplicaReader): IdMapping[] {
  const form = answer as AnsweredForm;
  const before = formBefore(s, entry);
  const { fields: mine = [] } = entry.body as AnsweredForm;
  const guids = new Set(mine.flatMap(({ field_guid }) => field_guid ?? []));
  const left = [...(form.fields ?? [])];
  const take = (isIt: (field: AnsweredField) => boolean): AnsweredField | undefined => {
    const at = left.findIndex(isIt);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const theirs = mine.map(
    ({ field_guid, field_type, label }) =>
      (field_guid && take((one) => one.field_guid === field_guid)) ||
      take(
        (one) => !guids.has(one.field_guid ?? '') && one.field_type === field_type && one.label === label,
      ) ||
      before?.fields.find((one) => one.field_guid === field_guid),
  );
  return [
    ...pairs('form', issuedIds(entry, 'form'), [form.form_revisionid]),
    ...pairs(
      'field',
      issuedIds(entry, 'field'),
      theirs.map((field) => field?.field_revisionid),
    ),
  ];
}

/**
 * Plans the edit on the site's form if that has changed. It may change without a 409: at a hub because an earlier edit from here
 * was merged with fields that this one never saw; at a third-party site because its forms have no revision.
 */
async function planAhead(question: Question): Promise<Plan | undefined> {
  const { entry, sent } = question;
  const { stepid } = sent.params;
  const there = question.isHub
    ? question.read((s) => knownForm(s, Number(stepid)))
    : ((await question.ask(`/step_forms/stepid/${stepid}`, isStepForm)) ?? null);
  return question.read((s) => {
    const before = formBefore(s, entry)?.fields ?? [];
    const isSame =
      there === undefined || same(unnumbered(before, before), unnumbered(there?.fields ?? [], before));
    return isSame ? onSiteForm(sent, there) : planOnForm(s, entry, sent, there);
  });
}

/** No form has this number: a hub answers it with a 409 and its own form. */
const noForm = -1;

/**
 * Names the site's form as the base of a request whose base was made here by an edit that was discarded; `undefined` if the base is another.
 *
 * @param there `undefined`: not known, as when the guide is hidden
 */
function onSiteForm(sent: Sent, there: StepForm | null | undefined): Sent | undefined {
  const { form_revisionid, ...query } = sent.query;
  const body = sent.body as AnsweredForm;
  if (![form_revisionid, body.form_revisionid].some((id) => isProvisional(Number(id)))) return undefined;
  const base = there === undefined ? noForm : (there?.form_revisionid ?? null);
  return { ...sent, query, body: { ...body, form_revisionid: base } };
}

/** Returns the site's form of a step, known while edits of the form wait here; `null` if the site has none. */
function knownForm(s: ReplicaReader, stepid: number): StepForm | null | undefined {
  const remote = s.siteVersions.get('form', stepid);
  return remote === undefined || remote === 'gone' ? undefined : (JSON.parse(remote.toString()) as StepForm);
}

/** Returns fields without their guids, which new fields get from the site. */
const unnumbered = (fields: readonly StepFormField[], before: readonly StepFormField[]): unknown =>
  contentOf(fields, before).map((field) => ({ ...field, field_guid: '' }));

/** Returns what is in fields; a third-party site does not say what they have beyond the contract. */
const contentOf = (fields: readonly object[], before: readonly StepFormField[]): StoredField[] =>
  withExtras(
    fields.map((one) => asWritten({ ...one })),
    before,
  );

/** Plans the edit on the given form. Fields are merged by their guid, as lines of a step are by their id. */
function planOnForm(s: ReplicaReader, entry: JournalEntry, sent: Sent, current: unknown): Plan {
  const theirs = (current ?? { form_revisionid: null, fields: [] }) as Partial<StepForm>;
  const base = formBefore(s, entry)?.fields ?? [];
  const { fields = [] } = entry.body as { fields?: Record<string, unknown>[] };
  const [was, mine, their] = [
    contentOf(base, base),
    // A field that both sides added counts as one.
    withGuids(checkFields(fields), [...base, ...(theirs.fields ?? [])]),
    contentOf(theirs.fields ?? [], base),
  ];
  const merged = mergeSequence({ base: was, mine, theirs: their }, { keyOf: ({ field_guid }) => field_guid });
  const conflict = { field: 'fields', base: was, mine, theirs: their };
  const isHeld = merged.clean && !isOverruled(entry, conflict);
  const value = isHeld ? merged.mine : decisionOn(entry, 'fields', their)?.value;
  if (value === undefined) return conflictPlan([conflict]);
  if (same(value, their)) return { kind: 'nothing', known: { sent, answer: current } };
  const { form_revisionid: _, ...query } = sent.query;
  return { ...sent, query, body: { fields: value, form_revisionid: theirs.form_revisionid ?? null } };
}

/**
 * Plans the edit on the form that is stored here, for a replay. If others have added, removed or moved fields there, the edit stays as it was
 * written: values that were entered here belong to its fields by their positions.
 */
function onStored(s: ReplicaReader, entry: JournalEntry, sent: Sent): Plan {
  const stored = s.forms.ofStep(Number(entry.params['stepid'])) ?? null;
  const plan = planOnForm(s, entry, sent, stored);
  if (plan.kind !== 'send') return plan;
  const { fields: mine = [] } = entry.body as Partial<Pick<AnsweredForm, 'fields'>>;
  const { fields: merged = [] } = plan.body as Partial<Pick<AnsweredForm, 'fields'>>;
  const isAt = ({ field_guid, field_type, label }: AnsweredField, index: number): boolean =>
    field_guid === undefined
      ? same([field_type, label], [merged[index]?.field_type, merged[index]?.label])
      : field_guid === merged[index]?.field_guid;
  return merged.length === mine.length && mine.every(isAt) ? plan : sent;
}

async function isSaved(question: Question): Promise<Found> {
  const { entry, sent } = question;
  const form = await question.ask(`/step_forms/stepid/${sent.params['stepid']}`, isStepForm);
  const left = question.read((s) => planOnForm(s, entry, sent, form ?? null));
  return left.kind === 'nothing' ? { kind: 'arrived', sent, answer: form ?? null } : absent;
}

async function readBack(question: Question, answer: unknown): Promise<ReadBack> {
  const { params, body } = question.sent;
  const { fields } = body as { fields: unknown[] };
  if (fields.length === 0 || hasFields(answer))
    return { shown: true, answer: fields.length === 0 ? null : answer };
  const there = await question.ask(`/step_forms/stepid/${params['stepid']}`, isStepForm);
  return { shown: hasFields(there), answer: there };
}
