import type { FieldConflict, JournalEntry } from '../../store/journal/entry.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import type { WikiBody, WikiDocument } from '../../store/wikis/document.ts';
import { mergeFields } from '../merge/fields.ts';
import type { MergedFields } from '../merge/fields.ts';
import {
  guideContent,
  guideRules,
  stepContent,
  stepRules,
  withGuideFields,
  withStepFields,
  writtenItem,
} from '../merge/guide.ts';
import type { ItemContent, LineContent, StepContent, WrittenItem } from '../merge/guide.ts';
import { mergeOrder } from '../merge/sequence.ts';
import { same } from '../merge/value.ts';
import { wikiContent, wikiRules } from '../merge/wiki.ts';

/** What an entry of the journal comes to, on the version of its resource that the site has now. Pure. */
export type Plan =
  | {
      kind: 'send';
      route: string;
      params: Record<string, string>;
      query: Record<string, string>;
      body: unknown;
    }
  /** The site has it already; where that has ids which are new here, `known` is what it would answer. */
  | { kind: 'nothing'; known?: { sent: Plan & { kind: 'send' }; answer: unknown } }
  /** Somebody else changed the same: a person decides. */
  | { kind: 'conflict'; conflicts: FieldConflict[]; message: string };

/** The resource of an entry as it was before the edit, and as it is now on the site. */
export interface Versions {
  /** Absent for resources that are not merged, and for those made here. */
  before?: Version;
  /** Absent when the site does not have it (any more). */
  theirs?: Version;
}

export type Version = { kind: 'guide'; document: GuideDocument } | ({ kind: 'wiki' } & WikiDocument);

type Planner<Doc> = (entry: JournalEntry, before: Doc, theirs: Doc) => Plan;

/** How operations on versioned resources are carried over to another version; all others are sent as they are. */
const guidePlanners: Readonly<Record<string, Planner<GuideDocument>>> = {
  'PATCH /guides/{guideid}': planGuide,
  'DELETE /guides/{guideid}': planUnchangedGuide,
  'PUT /guides/{guideid}/public': (entry, _before, theirs) => planPublic(entry, theirs, true),
  'DELETE /guides/{guideid}/public': (entry, _before, theirs) => planPublic(entry, theirs, false),
  'PUT /guides/{guideid}/steporder': planOrder,
  'POST /guides/{guideid}/steps': planNewStep,
  'PATCH /guides/{guideid}/steps/{stepid}': planStep,
  'DELETE /guides/{guideid}/steps/{stepid}': planStepDeletion,
  'POST /benchside/guides/{guideid}/revert': planUnchangedGuide,
};

const wikiPlanners: Readonly<Record<string, Planner<WikiBody>>> = {
  'PATCH /wikis/{namespace}/{title}': planWiki,
  'DELETE /wikis/{namespace}/{title}': planUnchangedWiki,
  'POST /wikis/{namespace}/{title}/revert': planUnchangedWiki,
  'PUT /wikis/CATEGORY/{title}/parent': (entry, _before, theirs) =>
    send(entry, { revisionid: theirs.revisionid }),
};

export function planOf(entry: JournalEntry, { before, theirs }: Versions): Plan {
  if (before?.kind === 'guide' && guidePlanners[entry.route]) {
    if (theirs?.kind !== 'guide') return goneThere(entry, guideContent(before.document));
    return guidePlanners[entry.route]?.(entry, before.document, theirs.document) ?? send(entry, {});
  }
  if (before?.kind === 'wiki' && wikiPlanners[entry.route]) {
    if (theirs?.kind !== 'wiki') return goneThere(entry, wikiContent(before.body));
    return wikiPlanners[entry.route]?.(entry, before.body, theirs.body) ?? send(entry, {});
  }
  return send(entry, {});
}

/** Which kind of document an operation edits, when it is one that is merged. */
export function mergedKind(route: string): 'guide' | 'wiki' | undefined {
  if (route in guidePlanners) return 'guide';
  return route in wikiPlanners ? 'wiki' : undefined;
}

function planGuide(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const fields = bodyOf(entry);
  const base = guideContent(before);
  const mine = withGuideFields(base, fields);
  const { changes, conflicts } = decided(entry, mergeFields(guideRules, base, mine, guideContent(theirs)));
  if (conflicts.length > 0) return conflict(conflicts);
  for (const list of ['parts', 'tools'] as const)
    if (changes[list]) changes[list] = writableItems(changes[list] as ItemContent[], fields[list]);
  return changed(entry, changes, theirs.body.revisionid);
}

/** As the person wrote them, where they did: that also says how to make the page of a new item. */
function writableItems(items: readonly ItemContent[], given: unknown): object[] {
  const written = (given ?? []) as WrittenItem[];
  return items.map((item) => {
    const known = written.find((one) => same(writtenItem(one), item));
    const { name, ...content } = item;
    return { ...(known ?? Object.fromEntries(Object.entries(content).filter(([, v]) => v !== null))), name };
  });
}

function planUnchangedGuide(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  return planWhole(entry, 'guide', editsOf(before), editsOf(theirs), theirs.body.revisionid);
}

/** For operations on a whole document: they are right only for the version they were meant for. */
function planWhole(
  entry: JournalEntry,
  field: string,
  base: unknown,
  theirs: unknown,
  revisionid: number,
): Plan {
  if (same(base, theirs)) return send(entry, { revisionid });
  const { changes, conflicts } = decided(entry, {
    changes: {},
    conflicts: [{ field, base, mine: null, theirs }],
  });
  if (conflicts.length > 0) return conflict(conflicts);
  // Deciding for mine leaves `null` as the value to take.
  return field in changes ? send(entry, { revisionid }) : { kind: 'nothing' };
}

function planPublic(entry: JournalEntry, { body }: GuideDocument, wanted: boolean): Plan {
  return body.public === wanted ? { kind: 'nothing' } : send(entry, { revisionid: body.revisionid });
}

function planOrder(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const wanted = (bodyOf(entry)['stepids'] as number[] | undefined) ?? [];
  const their = theirs.steps.map((step) => step.stepid);
  const here = (stepid: number): boolean => their.includes(stepid);
  const was = before.steps.map((step) => step.stepid).filter(here);
  const merged = mergeOrder(was, wanted.filter(here), their, (a, b) => Number(a) - Number(b));
  const stepids = merged.ok ? merged.value : resolved(entry, 'steporder', their)?.value;
  if (stepids === undefined)
    return conflict([{ field: 'steporder', base: was, mine: wanted, theirs: their }]);
  if (same(stepids, their)) return { kind: 'nothing' };
  return send(entry, { revisionid: theirs.body.revisionid }, { stepids });
}

function planNewStep(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const { orderby, ...fields } = bodyOf(entry) as { orderby: number };
  const was = before.steps.map((step) => step.stepid);
  const their = theirs.steps.map((step) => step.stepid);
  const fresh = entry.issued.find(({ kind }) => kind === 'step')?.id ?? 0;
  const mine = [...was.slice(0, orderby - 1), fresh, ...was.slice(orderby - 1)];
  const kept = was.filter((stepid) => their.includes(stepid));
  const merged = mergeOrder(
    kept,
    mine.filter((stepid) => stepid === fresh || kept.includes(stepid)),
    their,
    (a, b) => Number(a) - Number(b),
  );
  const at = merged.ok ? merged.value.indexOf(fresh) : their.length;
  return send(entry, { revisionid: theirs.body.revisionid }, { ...fields, orderby: at + 1 });
}

function planStep(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const fields = bodyOf(entry);
  const [was, their] = [stepOf(before, entry), stepOf(theirs, entry)];
  if (!was) return send(entry, {});
  const base = stepContent(was);
  const fresh = entry.issued.filter(({ kind }) => kind === 'line').map(({ id }) => id);
  const mine = withStepFields(base, fields, fresh);
  if (!their) {
    const lost: FieldConflict = { field: 'step', base, mine, theirs: null };
    const { changes, conflicts } = decided(entry, { changes: {}, conflicts: [lost] });
    if (conflicts.length > 0) return conflict(conflicts);
    if (changes['step'] === undefined) return { kind: 'nothing' };
    const step = changes['step'] as Partial<StepContent>;
    const orderby = Math.min(was.orderby, theirs.steps.length + 1);
    const body = { ...step, lines: withoutProvisional(step.lines ?? []), orderby };
    return {
      ...send(entry, { revisionid: theirs.body.revisionid }, body),
      route: 'POST /guides/{guideid}/steps',
    };
  }
  const { changes, conflicts } = decided(entry, mergeFields(stepRules, base, mine, stepContent(their)));
  if (conflicts.length > 0) return conflict(conflicts);
  if (changes['lines']) changes['lines'] = withoutProvisional(changes['lines'] as LineContent[]);
  return changed(entry, changes, their.revisionid);
}

/** A hub takes a deleted step back under the id that it had; any other site makes a new one. */
export function withStepReturned(plan: Plan, entry: JournalEntry): Plan {
  const { stepid } = entry.params;
  if (plan.kind !== 'send' || stepid === undefined || plan.route !== 'POST /guides/{guideid}/steps')
    return plan;
  return { ...plan, query: { ...plan.query, stepid } };
}

/** A line that the site does not know yet has no id in a request. */
const withoutProvisional = (lines: readonly LineContent[]): object[] =>
  lines.map(({ lineid, ...line }) => (lineid === null || lineid < 0 ? line : { ...line, lineid }));

function planStepDeletion(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const [was, their] = [stepOf(before, entry), stepOf(theirs, entry)];
  if (!their) return { kind: 'nothing' };
  return planWhole(entry, 'step', was && stepContent(was), stepContent(their), their.revisionid);
}

function planWiki(entry: JournalEntry, before: WikiBody, theirs: WikiBody): Plan {
  const base = wikiContent(before);
  const mine = { ...base };
  for (const [field, value] of Object.entries(bodyOf(entry)))
    if (field in base && value !== undefined) Object.assign(mine, { [field]: value });
  if (mine.display_title === '') mine.display_title = before.title;
  const { changes, conflicts } = decided(entry, mergeFields(wikiRules, base, mine, wikiContent(theirs)));
  return conflicts.length > 0 ? conflict(conflicts) : changed(entry, changes, theirs.revisionid);
}

function planUnchangedWiki(entry: JournalEntry, before: WikiBody, theirs: WikiBody): Plan {
  return planWhole(entry, 'wiki', wikiContent(before), wikiContent(theirs), theirs.revisionid);
}

/** What a person decided about a field, if it was about this version of it. */
export function resolved(
  { resolution }: JournalEntry,
  field: string,
  theirs: unknown,
): { value: unknown } | undefined {
  const decision = resolution?.fields[field];
  return decision && same(decision.theirs, theirs) ? decision : undefined;
}

/** What a person decided takes the place of conflicts, as long as they decided about this very version. */
function decided(entry: JournalEntry, merged: MergedFields): MergedFields {
  const changes = { ...merged.changes };
  const conflicts = merged.conflicts.filter((one) => {
    const decision = resolved(entry, one.field, one.theirs);
    if (!decision) return true;
    if (!same(decision.value, one.theirs)) changes[one.field] = decision.value;
    return false;
  });
  return { changes, conflicts };
}

const changed = (entry: JournalEntry, changes: Record<string, unknown>, revisionid: number): Plan =>
  Object.keys(changes).length === 0 ? { kind: 'nothing' } : send(entry, { revisionid }, changes);

function send(
  entry: JournalEntry,
  query: { revisionid?: number },
  body: unknown = entry.body,
): Plan & { kind: 'send' } {
  const { revisionid } = query;
  return {
    kind: 'send',
    route: entry.route,
    params: entry.params,
    query: { ...entry.query, ...(revisionid === undefined ? {} : { revisionid: String(revisionid) }) },
    body,
  };
}

export function conflict(conflicts: FieldConflict[]): Plan {
  const fields = conflicts.map(({ field }) => field).join(', ');
  return {
    kind: 'conflict',
    conflicts,
    message: `Somebody else changed the same on the site: ${fields}. Choose which to keep; both are stored here.`,
  };
}

export const goneThereWords =
  'This was deleted on the site, or is no longer shown to you. Your edit is kept here.';

function goneThere(entry: JournalEntry, base: unknown): Plan {
  const decision = entry.resolution?.fields['document'];
  if (entry.route.startsWith('DELETE ') || decision?.theirs === null) return { kind: 'nothing' };
  return {
    kind: 'conflict',
    conflicts: [{ field: 'document', base, mine: entry.body, theirs: null }],
    message: goneThereWords,
  };
}

const bodyOf = ({ body }: JournalEntry): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};

const stepOf = (
  document: GuideDocument,
  { params }: JournalEntry,
): GuideDocument['steps'][number] | undefined =>
  document.steps.find((step) => step.stepid === Number(params['stepid']));

/** Everything of a guide that people write, its steps included. */
const editsOf = (document: GuideDocument): unknown => [
  guideContent(document),
  document.steps.map(stepContent),
];
