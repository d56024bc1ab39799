import type { Comment } from '../../../shared/model/comment.ts';
import type { Guide, GuideSummary, Step } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import { entryStatuses } from '../../../shared/model/work-log.ts';
import type { EntryStatus } from '../../../shared/model/work-log.ts';
import type { RemoteForm } from '../../store/forms/forms.ts';
import type { StoreReader } from '../../store/store.ts';
import { mayHaveMade } from '../../store/sync/unknown.ts';
import type { NumberedKind } from '../../store/sync/unknown.ts';
import { statusOfSite } from '../../store/work-log/events.ts';
import type { RemoteEntry } from '../../store/work-log/remote.ts';
import { stepContent } from '../merge/guide.ts';
import { same } from '../merge/value.ts';
import { askSite, listOf } from './ask-site.ts';
import type { Question } from './ask-site.ts';
import type { Learned } from './learn.ts';
import { onForm } from './on-current.ts';
import { probeUpload } from './probe-upload.ts';
import { isCategory, shows } from './settle.ts';
import type { Versions } from './plan.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';

/** What became of an edit whose answer was lost. */
export type Found =
  /** The site has it: this is what it would have answered to `sent`. */
  | { kind: 'arrived'; sent: Question['sent']; answer: unknown }
  /** It does not: the edit can be sent, for the first time as far as the site knows. */
  | { kind: 'absent' }
  /** A person has to look. */
  | { kind: 'undecidable'; message: string };

type Probe = (question: Question) => Promise<Found>;

const absent: Found = { kind: 'absent' };

/**
 * How to find out, for what must not be sent twice. Edits of versioned resources need none of this: they are planned on
 * what the site has now.
 */
const probes: Readonly<Record<string, Probe>> = {
  'POST /guides': newGuide,
  'POST /guides/{guideid}/steps': newStep,
  'POST /wikis': newWiki,
  'POST /comments/{context}/{contextid}': newComment,
  'PATCH /comments/{commentid}': editedComment,
  'POST /user/media/images': probeUpload,
  'POST /user/media/images/{imageid/guid}': probeUpload,
  'POST /step_forms/{stepid}': savedForm,
  'PUT /translation_glossary/entries': newTerms,
  'POST /work_log': newRun,
  'POST /work_log/{entryid}/pause': moved(({ status }) => status === 'paused'),
  'POST /work_log/{entryid}/resume': moved(({ status }) => status === 'started'),
  'POST /work_log/{entryid}/suspend': moved(({ status }) => status === 'suspended'),
  'POST /work_log/{entryid}/assume': moved(
    ({ status, userid }, { entry }) => status === 'started' && userid === entry.userid,
  ),
  'POST /work_log/{entryid}/finish': moved((run) => stateOf(run) === 'complete'),
  'POST /work_log/{entryid}/cancel': moved((run) => stateOf(run) === 'cancelled'),
};

/** What brings about the same when it is done again, or is planned on the version that the site has. */
const repeatable =
  /^(PUT|PATCH|DELETE) |^POST (\/benchside\/.*|\/guides\/\{guideid\}\/\{langid\}\/restore|\/wikis\/\{namespace\}\/\{title\}\/revert)$/;

/**
 * Finds out on a site that ignores `Idempotency-Key` whether an edit has arrived (SPEC.md, J11). Never guesses.
 *
 * @throws RemoteError when the site cannot be asked
 */
export async function probe(question: Question): Promise<Found> {
  const { route } = question.sent;
  const known = probes[route];
  if (known) return known(question);
  return repeatable.test(route) ? absent : undecidable('there is no way to ask the site for it');
}

export const undecidable = (reason: string): Found => ({
  kind: 'undecidable',
  message: `The connection was lost while this was sent, and ${reason}. Look for it on the site: if it is there, give up this edit; if it is not, try it again.`,
});

/** Of what looks like the thing this edit makes, the one that it can have made. */
export function choose<Item>(
  { round, entry, sent }: Question,
  kind: NumberedKind,
  candidates: readonly Item[],
  idOf: (item: Item) => number,
): Found {
  const possible = round.store.read(null, (s) =>
    candidates.filter((item) => mayHaveMade(s, entry.entryid, kind, idOf(item))),
  );
  const [only, another] = possible;
  if (only === undefined) return absent;
  if (another !== undefined) return undecidable('the site has several like it');
  return { kind: 'arrived', sent, answer: only };
}

const fieldsOf = ({ sent }: Question): Record<string, unknown> =>
  (sent.body ?? {}) as Record<string, unknown>;

const guidePath = (guideid: number | string | undefined): string =>
  `/guides/${guideid}?excludePrerequisiteSteps&unpatrolled`;

async function newGuide(question: Question): Promise<Found> {
  const { category, type, title } = fieldsOf(question);
  const { entry, sent, round } = question;
  const alike: Guide[] = [];
  const different: number[] = [];
  for await (const summary of listOf<GuideSummary>(question, '/user/guides')) {
    const isLike =
      isCategory(category, summary.category) && summary.type === type && (!title || summary.title === title);
    const isNew = round.store.read(null, (s) => mayHaveMade(s, entry.entryid, 'guide', summary.guideid));
    if (!isLike || !isNew) continue;
    const guide = await askSite<Guide>(question, guidePath(summary.guideid));
    if (guide && shows(sent, guide)) alike.push(guide);
    else different.push(summary.guideid);
  }
  if (alike.length === 0 && different.length > 0)
    return undecidable(`the site has a new guide like it that differs: ${different.join(', ')}`);
  return choose(question, 'guide', alike, ({ guideid }) => guideid);
}

async function newStep(question: Question): Promise<Found> {
  const { sent } = question;
  const guide = await askSite<Guide>(question, guidePath(sent.params['guideid']));
  const fields = { title: '', media: { type: 'image', data: [] }, ...fieldsOf(question) };
  const asPatch = { ...sent, route: 'PATCH /guides/{guideid}/steps/{stepid}', body: fields };
  const own = guide?.steps.filter((step) => step.guideid === guide.guideid) ?? [];
  const alike = own.filter((step) => shows(asPatch, step));
  const found = choose(question, 'step', alike, ({ stepid }) => stepid);
  // It may have been edited since.
  if (found.kind === 'absent' && choose(question, 'step', own, ({ stepid }) => stepid).kind !== 'absent')
    return undecidable('the site has a new step in this guide that differs');
  if (found.kind !== 'arrived') return found;
  // Its place says which of the guide's steps it is, and may be another by now.
  const orderby = own.indexOf(found.answer as Step) + 1;
  return { kind: 'arrived', sent: { ...sent, body: { ...fields, orderby } }, answer: guide };
}

/** Lines that a lost edit of a step added: the site has the same ones, under ids of its own. Pure. */
export function arrivedLines(entry: JournalEntry, { before, theirs }: Versions): Learned[] {
  if (entry.route !== 'PATCH /guides/{guideid}/steps/{stepid}') return [];
  const [was, now] = [before, theirs].map((version) =>
    version?.kind === 'guide'
      ? version.document.steps.find(({ stepid }) => stepid === Number(entry.params['stepid']))
      : undefined,
  );
  const { lines } = (entry.body ?? {}) as { lines?: WrittenLine[] };
  if (!was || !now || !lines) return [];
  const known = new Set(was.lines.map(({ lineid }) => lineid));
  const added = stepContent(now).lines.filter(({ lineid }) => !known.has(lineid));
  const provisional = entry.issued.filter(({ kind }) => kind === 'line').map(({ id }) => id);
  return lines
    .filter(({ lineid }) => !lineid || !known.has(lineid))
    .flatMap((line, index) => {
      const { text, bullet = 'black', level = 0 } = line;
      const at = added.findIndex((one) => one.text === text && one.bullet === bullet && one.level === level);
      const [match] = at < 0 ? [] : added.splice(at, 1);
      const from = provisional[index];
      return match?.lineid && from !== undefined
        ? [{ kind: 'line' as const, provisional: from, id: match.lineid }]
        : [];
    });
}

interface WrittenLine {
  lineid?: number | null;
  text: string;
  bullet?: string;
  level?: number;
}

async function newWiki(question: Question): Promise<Found> {
  const { namespace, title } = fieldsOf(question) as { namespace: string; title: string };
  const { sent, entry, round } = question;
  const wiki = await askSite<Wiki>(question, `/wikis/${namespace}/${encodeURIComponent(title)}`);
  return wiki ? round.store.read(null, (s) => foundWiki(s, entry, sent, wiki)) : absent;
}

/** Whether the page that a site has under the title is the one that this edit made. */
export function foundWiki(s: StoreReader, entry: JournalEntry, sent: Question['sent'], wiki: Wiki): Found {
  // One that was there before is the site's to tell of.
  if (!mayHaveMade(s, entry.entryid, 'wiki', wiki.wikiid)) return absent;
  if (shows({ ...sent, route: 'PATCH /wikis/{namespace}/{title}' }, wiki))
    return { kind: 'arrived', sent, answer: wiki };
  return undecidable('the site has a new page of this title with something else in it');
}

async function newComment(question: Question): Promise<Found> {
  const { context, contextid } = question.sent.params;
  const { text, parentid } = fieldsOf(question) as { text: string; parentid?: number | null };
  const isOfThis = (one: Comment): boolean =>
    one.context === context &&
    one.contextid === Number(contextid) &&
    one.author.userid === question.entry.userid &&
    (one.parentid ?? null) === (parentid ?? null);
  const own: Comment[] = [];
  if (parentid) {
    const parent = await askSite<Comment>(question, `/comments/${parentid}`);
    own.push(...((parent?.replies ?? []) as Comment[]).filter(isOfThis));
  } else {
    const { round, entry } = question;
    const isNew = ({ commentid }: Comment): boolean =>
      round.store.read(null, (s) => mayHaveMade(s, entry.entryid, 'comment', commentid));
    for await (const one of listOf<Comment>(question, `/comments?context=${context}&order=DESC`, {
      while: isNew,
    }))
      if (isOfThis(one)) own.push(one);
  }
  const idOf = ({ commentid }: Comment): number => commentid;
  const isAlike = (one: Comment): boolean => one.text_raw.trim() === text.trim();
  const found = choose(question, 'comment', own.filter(isAlike), idOf);
  const edited = own.filter((one) => one.modified_date > 0 && !isAlike(one));
  return found.kind === 'absent' && choose(question, 'comment', edited, idOf).kind !== 'absent'
    ? undecidable('the site has a new comment of yours there that was edited since')
    : found;
}

/** Comments can be edited for some minutes only: what has arrived must not be tried again later. */
async function editedComment(question: Question): Promise<Found> {
  const { sent } = question;
  const comment = await askSite<Comment>(question, `/comments/${sent.params['commentid']}`);
  const isThere = comment?.text_raw.trim() === String(fieldsOf(question)['text']).trim();
  return isThere ? { kind: 'arrived', sent, answer: comment } : absent;
}

async function savedForm(question: Question): Promise<Found> {
  const { round, entry, sent } = question;
  const form = await askSite<RemoteForm | null>(question, `/step_forms/stepid/${sent.params['stepid']}`);
  const left = round.store.read(null, (s) => onForm(s, entry, sent, form ?? null));
  return left.kind === 'nothing' ? { kind: 'arrived', sent, answer: form ?? null } : absent;
}

interface Term {
  entryid: number;
  langid?: string;
  term?: string;
  translations?: Record<string, string>;
}

/** All changes of one request arrive, or none: those that add an entry show which. */
async function newTerms(question: Question): Promise<Found> {
  const { sent, round, entry } = question;
  const entries: unknown = Array.isArray(sent.body) ? sent.body : fieldsOf(question)['entries'];
  const added = (entries as (Partial<Term> & { deleted?: boolean })[]).filter(
    ({ entryid }) => entryid === undefined,
  );
  if (added.length === 0) return absent;
  const there: Term[] = [];
  for await (const term of listOf<Term>(question, '/translation_glossary/entries', { onePage: true }))
    there.push(term);
  const named = added.map(({ term, langid }) =>
    there.filter(
      (one) =>
        one.term === term &&
        (langid === undefined || one.langid === langid) &&
        round.store.read(null, (s) => mayHaveMade(s, entry.entryid, 'glossary', one.entryid)),
    ),
  );
  if (named.every((alike) => alike.length === 0)) return absent;
  const made = named.map((alike, index) =>
    alike.filter((one) => same(one.translations ?? {}, added[index]?.translations ?? {})),
  );
  if (made.every((alike) => alike.length === 1)) return { kind: 'arrived', sent, answer: made.flat() };
  return undecidable('only some of its entries are on the site, or several like them, or they differ');
}

async function newRun(question: Question): Promise<Found> {
  const { guideid, workorderid } = fieldsOf(question) as { guideid: number; workorderid: string | number };
  const path = `/work_log?guideid=${guideid}&workorderid=${encodeURIComponent(workorderid)}&order=DESC`;
  const alike: RemoteEntry[] = [];
  for await (const run of listOf<RemoteEntry>(question, path, { wrapper: 'results' }))
    if (run.guideid === guideid && String(run.workorderid) === String(workorderid)) alike.push(run);
  const isMine = ({ userid }: RemoteEntry): boolean => userid === question.entry.userid;
  const mine = choose(question, 'entry', alike.filter(isMine), ({ entryid }) => entryid);
  if (mine.kind !== 'absent') return mine;
  const others = choose(question, 'entry', alike, ({ entryid }) => entryid);
  return others.kind === 'absent' ? absent : undecidable('somebody else may have taken it over');
}

/** For what takes a run to another state. A site that does not name states is asked once more. */
function moved(hasArrived: (run: RemoteEntry, question: Question) => boolean): Probe {
  return async (question) => {
    const { sent } = question;
    const run = await askSite<RemoteEntry>(question, `/work_log/${sent.params['entryid']}`);
    return run && hasArrived(run, question) ? { kind: 'arrived', sent, answer: run } : absent;
  };
}

/** Runs that have ended show it also where their state is not named. */
function stateOf(run: RemoteEntry): EntryStatus | undefined {
  const state = statusOfSite(run);
  return run.endtime || entryStatuses.some((status) => status === run.status) ? state : undefined;
}
