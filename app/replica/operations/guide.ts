import type { Guide } from '../../../shared/model/guide.ts';
import { versionsAroundReport } from '../../../shared/model/report.ts';
import type { VersionsAroundReport } from '../../../shared/model/report.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import { guideDocument } from '../../store/guides/document.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { mayHaveMade } from '../unknown-outcomes.ts';
import { flagOf } from '../../store/policy/flags.ts';
import { titleKey } from '../../store/wikis/document.ts';
import { guideContent, guideRules, stepContent, withGuideFields, writtenItem } from '../merge/guide.ts';
import type { ItemInput } from '../../../shared/model/guide-input.ts';
import type { ItemContent } from '../merge/guide.ts';
import { same } from '../../../shared/merge/value.ts';
import type { Question } from './question.ts';
import { editBody, sendChanges, conflictPlan, mergeEdit, planWhole, requestFor } from '../plan/plan.ts';
import type { Plan, Sent } from '../plan/plan.ts';
import { alike } from './alike.ts';
import { isGuide, isGuideSummary } from './answers.ts';
import { choose, undecidable } from './found.ts';
import type { Found } from './found.ts';
import type { QueuedOperations } from './operation.ts';
import { isGone, readTag } from './read-back.ts';

export const guideRestoration = 'POST /guides/{guideid}/{langid}/restore';

export const guideOperations = {
  'POST /guides': {
    answers: 'guide',
    creates: { kind: 'guide', id: 'guideid' },
    probe: findCreated,
    shows: showsFields,
  },
  'PATCH /guides/{guideid}': {
    answers: 'guide',
    concurrent: true,
    merges: { kind: 'guide', plan: planFields },
    translates: true,
    shows: showsFields,
  },
  'DELETE /guides/{guideid}': {
    merges: { kind: 'guide', plan: planUnchanged },
    translates: true,
    readBack: isGone,
  },
  [guideRestoration]: { repeatable: true },
  'PUT /guides/{guideid}/public': {
    answers: 'guide',
    merges: { kind: 'guide', plan: (entry, _before, theirs) => planPublic(entry, theirs, true) },
  },
  'DELETE /guides/{guideid}/public': {
    answers: 'guide',
    merges: { kind: 'guide', plan: (entry, _before, theirs) => planPublic(entry, theirs, false) },
  },
  'POST /benchside/guides/{guideid}/revert': {
    answers: 'guide',
    merges: { kind: 'guide', plan: planUnchanged },
  },
  // Without the answer: a reader would get the readers' version, while the desk may have the draft for others.
  'PUT /benchside/guides/{guideid}/flags/{flagid}': { changes: addFlag, versions: versionsNamed },
  'DELETE /benchside/guides/{guideid}/flags/{flagid}': { changes: removeFlag, versions: versionsNamed },
  'PUT /guides/{guideid}/tag': { answers: 'guide', readBack: readTag(true) },
  'DELETE /guides/{guideid}/tag': { answers: 'guide', readBack: readTag(false) },
  'PUT /guides/{guideid}/teams/{teamid}': {},
  'DELETE /guides/{guideid}/teams/{teamid}': {},
  'PUT /guides/{guideid}/users/{userid}': {},
  'DELETE /guides/{guideid}/users/{userid}': {},
} satisfies QueuedOperations;

function addFlag({ body }: GuideDocument, { params }: Sent): void {
  const added = flagOf(params['flagid'] ?? '');
  if (!body.flags.some(({ flagid }) => flagid === added.flagid)) body.flags.push(added);
}

function removeFlag({ body }: GuideDocument, { params }: Sent, answer: unknown): void {
  const { remains } = answer as { remains: boolean };
  if (!remains) body.flags = body.flags.filter(({ flagid }) => flagid !== params['flagid']);
}

/** Hubs of an older version answer without them. */
function versionsNamed(answer: unknown): VersionsAroundReport | undefined {
  return versionsAroundReport.safeParse(answer).data;
}

function planFields(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const fields = editBody(entry);
  const base = guideContent(before);
  const mine = withGuideFields(base, fields);
  const { changes, conflicts } = mergeEdit(entry, guideRules, [base, mine, guideContent(theirs)]);
  if (conflicts.length > 0) return conflictPlan(conflicts);
  for (const list of ['parts', 'tools'] as const)
    if (changes[list]) changes[list] = writableItems(changes[list] as ItemContent[], fields[list]);
  return sendChanges(entry, changes, theirs.body.revisionid);
}

/** Returns items as the person wrote them, if they did: that may also say how to make the page of a new item. */
function writableItems(items: readonly ItemContent[], given: unknown): object[] {
  const written = (given ?? []) as ItemInput[];
  return items.map((item) => {
    const known = written.find((one) => same(writtenItem(one), item));
    const { name, ...content } = item;
    return { ...(known ?? Object.fromEntries(Object.entries(content).filter(([, v]) => v !== null))), name };
  });
}

function planUnchanged(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  return planWhole(entry, 'guide', editsOf(before), editsOf(theirs), theirs.body.revisionid);
}

/** Returns all that people write of a guide, its steps included. */
const editsOf = (document: GuideDocument): unknown => [
  guideContent(document),
  document.steps.map(stepContent),
];

function planPublic(entry: JournalEntry, { body }: GuideDocument, wanted: boolean): Plan {
  return body.public === wanted ? { kind: 'nothing' } : requestFor(entry, { revisionid: body.revisionid });
}

async function findCreated(question: Question): Promise<Found> {
  const { entry, sent } = question;
  const { category, type, title } = editBody(sent);
  const matching: Guide[] = [];
  const different: number[] = [];
  for await (const summary of question.list('/user/guides', isGuideSummary, {
    idOf: ({ guideid }) => guideid,
  })) {
    const isLike =
      isCategory(category, summary.category) && summary.type === type && (!title || summary.title === title);
    const isNew = question.read((s) => mayHaveMade(s, entry.entryid, 'guide', summary.guideid));
    if (!isLike || !isNew) continue;
    const guide = await question.ask(guidePath(summary.guideid), isGuide);
    if (guide && showsFields(sent, guide)) matching.push(guide);
    else different.push(summary.guideid);
  }
  if (matching.length === 0 && different.length > 0)
    return undecidable(`the site has a new guide like it that differs: ${different.join(', ')}`);
  return choose(question, 'guide', matching, ({ guideid }) => guideid);
}

/** Returns the path of a whole guide, with edits that readers do not see yet. */
export const guidePath = (guideid: number | string | undefined): string =>
  `/guides/${guideid}?excludePrerequisiteSteps&unpatrolled`;

function showsFields(sent: Sent, answer: unknown): boolean {
  const content = guideContent(guideDocument(answer as Guide).document);
  const fields = inCategory(withOwnTitle(editBody(sent)), content.category);
  return alike(withGuideFields(content, fields), content);
}

/** Drops an empty title: the site makes one. */
const withOwnTitle = ({ title, ...fields }: Record<string, unknown>): Record<string, unknown> =>
  title === '' || title === undefined ? fields : { ...fields, title };

/** Takes the site's spelling of a category: sites find categories in any case (`categoryNamed`). */
const inCategory = (fields: Record<string, unknown>, category: string): Record<string, unknown> =>
  isCategory(fields['category'], category) ? { ...fields, category } : fields;

const isCategory = (asked: unknown, category: string): boolean =>
  typeof asked === 'string' && titleKey(asked) === titleKey(category);
