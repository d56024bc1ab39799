import type { FieldConflict } from '../../../shared/model/journal.ts';
import type { LineInput } from '../../../shared/model/guide-input.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { ReplicaReader } from '../replica.ts';
import { isAtThirdParty, isNotedUnknown, mayHaveMade } from '../unknown-outcomes.ts';
import { stepContent, stepRules, withStepFields } from '../merge/guide.ts';
import type { LineContent, StepContent } from '../merge/guide.ts';
import { mergeOrder } from '../../../shared/merge/sequence.ts';
import { same } from '../../../shared/merge/value.ts';
import type { Question } from './question.ts';
import {
  editBody,
  sendChanges,
  conflictPlan,
  applyDecisions,
  isOverruled,
  mergeEdit,
  planWhole,
  decisionOn,
  onNoVersion,
  requestFor,
} from '../plan/plan.ts';
import type { Plan, Sent, MergeVersions } from '../plan/plan.ts';
import { alike } from './alike.ts';
import { isGuide, saysOtherRequest } from './answers.ts';
import { choose, undecidable } from './found.ts';
import type { Found } from './found.ts';
import { guidePath } from './guide.ts';
import { issuedIds, pairs } from './ids.ts';
import type { IdMapping } from './ids.ts';
import type { QueuedOperations } from './operation.ts';
import type { ReadBack } from './read-back.ts';

const creation = 'POST /guides/{guideid}/steps';

export const stepOperations = {
  'PUT /guides/{guideid}/steporder': {
    answers: 'guide',
    concurrent: true,
    merges: { kind: 'guide', plan: planOrder },
    shows: showsOrder,
  },
  [creation]: {
    answers: 'guide',
    concurrent: true,
    merges: { kind: 'guide', plan: planCreation },
    mapIds: learnCreated,
    probe: findCreated,
    readBack: readCreated,
  },
  'PATCH /guides/{guideid}/steps/{stepid}': {
    answers: 'step',
    concurrent: true,
    merges: { kind: 'guide', plan: planStep },
    translates: true,
    adapt: restoreUnderOldId,
    planOnRefusal: planOnRefused,
    mapIds: learnLines,
    shows: showsFields,
  },
  'DELETE /guides/{guideid}/steps/{stepid}': {
    answers: 'guide',
    merges: { kind: 'guide', plan: planDeletion },
  },
} satisfies QueuedOperations;

const byNumber = (a: number, b: number): number => a - b;

function planOrder(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const wanted = (editBody(entry)['stepids'] as number[] | undefined) ?? [];
  const their = theirs.steps.map((step) => step.stepid);
  const isThere = (stepid: number): boolean => their.includes(stepid);
  const was = before.steps.map((step) => step.stepid).filter(isThere);
  const merged = mergeOrder(was, wanted.filter(isThere), their, byNumber);
  const conflict = { field: 'steporder', base: was, mine: wanted, theirs: their };
  const isHeld = merged.clean && !isOverruled(entry, conflict);
  const stepids = isHeld ? merged.mine : decisionOn(entry, 'steporder', their)?.value;
  if (stepids === undefined) return conflictPlan([conflict]);
  if (same(stepids, their)) return { kind: 'nothing' };
  return requestFor(entry, { revisionid: theirs.body.revisionid }, { stepids });
}

function showsOrder({ body }: Sent, answer: unknown): boolean {
  const { guideid, steps } = answer as Guide;
  const own = steps.filter((step) => step.guideid === guideid).map((step) => step.stepid);
  return same(own, (body as { stepids: unknown }).stepids);
}

function planCreation(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const { orderby, ...fields } = editBody(entry) as { orderby: number };
  const was = before.steps.map((step) => step.stepid);
  const their = theirs.steps.map((step) => step.stepid);
  const fresh = entry.issued.find(({ kind }) => kind === 'step')?.id ?? 0;
  const mine = [...was.slice(0, orderby - 1), fresh, ...was.slice(orderby - 1)];
  const kept = was.filter((stepid) => their.includes(stepid));
  const merged = mergeOrder(
    kept,
    mine.filter((stepid) => stepid === fresh || kept.includes(stepid)),
    their,
    byNumber,
  );
  const at = merged.clean ? merged.mine.indexOf(fresh) : their.length;
  return requestFor(entry, { revisionid: theirs.body.revisionid }, { ...fields, orderby: at + 1 });
}

/** Pairs the ids of a created step and its lines. The answer is the whole guide. */
function learnCreated(entry: JournalEntry, sent: Sent, answer: unknown, s: ReplicaReader): IdMapping[] {
  const step = createdStep(s, entry, sent, answer as Guide);
  // The edit may have restored a step that the site had deleted: a hub keeps its id.
  const provisional = issuedIds(entry, 'step')[0] ?? Number(entry.params['stepid']);
  if (!step || Number.isNaN(provisional)) return [];
  if (provisional === step.stepid) return learnLines(entry, sent, step);
  return [{ kind: 'step', provisional, id: step.stepid }, ...learnLines(entry, sent, step)];
}

/** Finds the step by its position; in an answer that a hub repeats, by the id: the newest, or the one that the request named. */
function createdStep(
  s: ReplicaReader,
  entry: JournalEntry,
  sent: Sent,
  { guideid, steps }: Guide,
): Step | undefined {
  const { body, query, isRepeated } = sent;
  const own = steps.filter((one) => one.guideid === guideid);
  if (isRepeated) {
    const wanted = Number(query['stepid'] ?? Math.max(...own.map(({ stepid }) => stepid)));
    return own.find(({ stepid }) => stepid === wanted);
  }
  const there = own[(body as { orderby: number }).orderby - 1];
  return isAtThirdParty(s) ? newStep(s, entry, sent, { own, there }) : there;
}

/** Returns the new step of a third-party site, which may have put it elsewhere than asked for (SPEC J11.13). */
function newStep(
  s: ReplicaReader,
  { entryid }: JournalEntry,
  sent: Sent,
  { own, there }: { own: readonly Step[]; there: Step | undefined },
): Step | undefined {
  const isLost = isNotedUnknown(s, entryid);
  const fresh = own.filter(({ stepid }) =>
    isLost ? mayHaveMade(s, entryid, 'step', stepid) : s.guides.stepOwner(stepid) === undefined,
  );
  const like = fresh.filter((step) => showsFields({ ...sent, body: createdFields(sent) }, step));
  const known = like.length > 0 ? like : fresh;
  if (there && known.includes(there)) return there;
  return like.length === 1 ? like[0] : undefined;
}

/** Looks for the new step in the site's answer, which may not show it yet. */
async function readCreated({ entry, sent, read }: Question, answer: unknown): Promise<ReadBack> {
  const isMissing = isGuide(answer) && read((s) => createdStep(s, entry, sent, answer)) === undefined;
  return { shown: !isMissing, answer };
}

/** Pairs the ids of new lines, which the site gives in the order in which they were written. */
function learnLines(entry: JournalEntry, sent: Sent, answer: unknown): IdMapping[] {
  if (sent.isRepeated) {
    const { lines = [] } = editBody(entry) as { lines?: WrittenLine[] };
    return equalLines(entry, new Set(lines.map(({ lineid }) => lineid)), answer as Step);
  }
  const written = (sent.body as { lines?: { lineid?: number | null }[] }).lines ?? [];
  const fresh = (answer as Step).lines.filter((_line, index) => {
    const lineid = written[index]?.lineid;
    return lineid === undefined || lineid === null || lineid <= 0;
  });
  // A decision may have left out lines that the edit added.
  return pairs(
    'line',
    sent.newLines ?? issuedIds(entry, 'line'),
    fresh.map((line) => line.lineid),
  ).filter(({ provisional }) => provisional < 0);
}

function planStep(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const fields = editBody(entry);
  const [was, their] = [stepOf(before, entry), stepOf(theirs, entry)];
  if (!was) return requestFor(entry, {});
  const base = stepContent(was);
  const fresh = entry.issued.filter(({ kind }) => kind === 'line').map(({ id }) => id);
  const mine = withStepFields(base, fields, fresh);
  if (!their) {
    const lost: FieldConflict = { field: 'step', base, mine, theirs: null };
    const { changes, conflicts } = applyDecisions(entry, { changes: {}, conflicts: [lost] });
    if (conflicts.length > 0) return conflictPlan(conflicts);
    if (changes['step'] === undefined) return { kind: 'nothing' };
    const step = changes['step'] as Partial<StepContent>;
    const orderby = Math.min(was.orderby, theirs.steps.length + 1);
    const { lines, newLines } = withoutProvisional(step.lines ?? []);
    const request = requestFor(entry, { revisionid: theirs.body.revisionid }, { ...step, lines, orderby });
    return { ...request, route: creation, newLines };
  }
  const { changes, conflicts } = mergeEdit(entry, stepRules, [base, mine, stepContent(their)]);
  if (conflicts.length > 0) return conflictPlan(conflicts);
  if (!changes['lines']) return sendChanges(entry, changes, their.revisionid);
  const { lines, newLines } = withoutProvisional(changes['lines'] as LineContent[]);
  return { ...requestFor(entry, { revisionid: their.revisionid }, { ...changes, lines }), newLines };
}

/** Plans an edit of a step that the hub has already as the request that restored the step. */
async function planOnRefused({ entry, sent }: Question, refusal: unknown): Promise<Plan | undefined> {
  if (!saysOtherRequest(refusal)) return undefined;
  const { stepid = '' } = entry.params;
  const body = { lines: [], ...editBody(sent), orderby: 1 };
  return onNoVersion({ ...sent, route: creation, query: { ...sent.query, stepid }, body });
}

/** Asks a hub to restore a deleted step under its former id; a third-party site makes a new step. */
function restoreUnderOldId(_s: ReplicaReader, { params }: JournalEntry, plan: Sent, isHub: boolean): Plan {
  const { stepid } = params;
  if (!isHub || stepid === undefined || plan.route !== creation) return plan;
  return { ...plan, query: { ...plan.query, stepid } };
}

/** Returns lines for a request, which has no ids of lines that the site does not know yet, and these ids. */
const withoutProvisional = (lines: readonly LineContent[]): { lines: object[]; newLines: number[] } => ({
  lines: lines.map(({ lineid, ...line }) => (lineid === null || lineid < 0 ? line : { ...line, lineid })),
  newLines: lines.flatMap(({ lineid }) => (lineid === null || lineid < 0 ? (lineid ?? 0) : [])),
});

function planDeletion(entry: JournalEntry, before: GuideDocument, theirs: GuideDocument): Plan {
  const [was, their] = [stepOf(before, entry), stepOf(theirs, entry)];
  if (!their) return { kind: 'nothing' };
  return planWhole(entry, 'step', was && stepContent(was), stepContent(their), their.revisionid);
}

const stepOf = (
  document: GuideDocument,
  { params }: JournalEntry,
): GuideDocument['steps'][number] | undefined =>
  document.steps.find((step) => step.stepid === Number(params['stepid']));

function showsFields(sent: Sent, answer: unknown): boolean {
  const content = stepContent(answer as Step);
  const wanted = withStepFields(content, editBody(sent), []);
  return alike(withoutIds(wanted), withoutIds(content));
}

const withoutIds = (content: StepContent): unknown => ({
  ...content,
  lines: content.lines.map(({ lineid: _, ...line }) => line),
});

async function findCreated(question: Question): Promise<Found> {
  const { sent } = question;
  const guide = await question.ask(guidePath(sent.params['guideid']), isGuide);
  const fields = createdFields(sent);
  const own = guide?.steps.filter((step) => step.guideid === guide.guideid) ?? [];
  const matching = own.filter((step) => showsFields({ ...sent, body: fields }, step));
  const found = choose(question, 'step', matching, ({ stepid }) => stepid);
  // The created step may have been edited since.
  if (found.kind === 'absent' && choose(question, 'step', own, ({ stepid }) => stepid).kind !== 'absent')
    return undecidable('the site has a new step in this guide that differs');
  if (found.kind !== 'arrived') return found;
  // The position tells which step was created; it may have changed since.
  const orderby = own.indexOf(found.answer as Step) + 1;
  return { kind: 'arrived', sent: { ...sent, body: { ...fields, orderby } }, answer: guide };
}

const createdFields = (sent: Sent) => ({ title: '', media: { type: 'image', data: [] }, ...editBody(sent) });

type WrittenLine = Pick<LineInput, 'lineid' | 'text'> & Partial<LineInput>;

/** Finds the lines that an edit of a step with a lost answer added: the site has equal lines under its own ids. Pure. */
export function arrivedLines(entry: JournalEntry, { before, theirs }: MergeVersions): IdMapping[] {
  if (entry.route !== 'PATCH /guides/{guideid}/steps/{stepid}') return [];
  const [was, now] = [before, theirs].map((version) =>
    version?.kind === 'guide' ? stepOf(version.document, entry) : undefined,
  );
  return was && now ? equalLines(entry, new Set(was.lines.map(({ lineid }) => lineid)), now) : [];
}

/**
 * Pairs the ids of the lines that an edit of a step added with those of equal lines on the site.
 *
 * @param known ids of lines that were there before the edit
 */
function equalLines(
  entry: JournalEntry,
  known: ReadonlySet<number | null | undefined>,
  now: Parameters<typeof stepContent>[0],
): IdMapping[] {
  const { lines = [] } = editBody(entry) as { lines?: WrittenLine[] };
  const added = stepContent(now).lines.filter(({ lineid }) => !known.has(lineid));
  const provisional = entry.issued.filter(({ kind }) => kind === 'line').map(({ id }) => id);
  return lines
    .filter(({ lineid }) => !lineid || lineid < 0 || !known.has(lineid))
    .flatMap((line, index) => {
      const { text, bullet = 'black', level = 0 } = line;
      const at = added.findIndex((one) => one.text === text && one.bullet === bullet && one.level === level);
      const [match] = at < 0 ? [] : added.splice(at, 1);
      const from = provisional[index];
      return match?.lineid && from !== undefined && from < 0
        ? [{ kind: 'line' as const, provisional: from, id: match.lineid }]
        : [];
    });
}
