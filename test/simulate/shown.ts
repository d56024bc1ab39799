import type { SyncProblem } from '../../shared/sync-status.ts';
import type { ReplicaReader } from '../../app/replica/replica.ts';
import type { JournalEntry } from '../../app/replica/journal/entry.ts';
import { isStored } from '../../app/store/resources/index.ts';
import { allText } from './content.ts';
import type { Desk } from './desk.ts';
import { marksIn } from './world.ts';
import type { Edit } from './world.ts';

/** Returns the guide of an edit of a guide, or of something in it. */
const guideOf = (route: string): string | undefined => /^\w+ \/guides\/(-?\d+)/.exec(route)?.[1];

/** Returns the resource of an edit, without the revision that it names. */
const documentOf = (route: string): string => route.replace(/^\w+ |\?.*$/g, '');

/** Returns whether an edit may replace the text of another one: both edit the same resource, or it reverts the guide. */
const covers = (edit: Edit, route: string): boolean =>
  documentOf(edit.route) === documentOf(route) ||
  documentOf(edit.route) === `/benchside/guides/${guideOf(route) ?? 'none'}/revert`;

/** Edits that name their guide in the body. */
const namesGuide: ReadonlySet<string> = new Set(['POST /work_log', 'POST /guides/releases']);

/** A person who deletes a guide also hides its other pending edits, such as a translation or a tag that they did not read. */
const deletedBy = ({ route }: Edit): string | undefined =>
  /^DELETE \/guides\/(-?\d+)\?/.exec(route)?.[1] ?? 'none';

const deletes = (edit: Edit, documents: readonly string[]): boolean =>
  edit.route.startsWith('DELETE ') && documents.includes(documentOf(edit.route));

/** Returns the terms of the glossary that an edit changes; its route does not name them. */
function termsOf({ route, body }: JournalEntry): string[] {
  if (route !== 'PUT /translation_glossary/entries') return [];
  const { entries } = body as { entries: { entryid?: number }[] };
  return entries.flatMap(({ entryid }) =>
    entryid === undefined ? [] : [`/translation_glossary/entries/${entryid}`],
  );
}

const isOfComment = (route: string): boolean => /^POST .comments.(guide|step|wiki)./.test(route);

/** Returns addresses for comments on everything that is shown at a desk. */
function targetsOf(s: ReplicaReader): Set<string> {
  const guides = s.guides.ids().filter((id) => s.guides.row(id)?.deleted === 0);
  const steps = guides.flatMap((id) => s.guides.working(id).steps.map(({ stepid }) => stepid));
  const wikis = s.wikis.ids().filter((id) => s.wikis.row(id)?.deleted === 0);
  const addressed = (context: string, ids: readonly number[]): string[] =>
    ids.map((id) => `/comments/${context}/${id}`);
  return new Set([...addressed('guide', guides), ...addressed('step', steps), ...addressed('wiki', wikis)]);
}

/** Returns whether an edit is of a guide, comment, job or step that the desk does not have or show, though its route names no guide. */
function isOfNothing(
  s: ReplicaReader,
  { route, params, body }: JournalEntry,
  targets: ReadonlySet<string>,
): boolean {
  const { guideid } = namesGuide.has(route) ? (body as { guideid: number }) : { guideid: 0 };
  // The edit that made the comment waits, too, and has its own check.
  const commentid = Number(params['commentid'] ?? 0);
  const jobid = route.includes('/work_log/') ? Number(params['entryid']) : 0;
  return (
    (guideid > 0 && s.guides.row(guideid)?.deleted !== 0) ||
    (commentid < 0 && !isStored(s, 'comment', commentid)) ||
    (jobid > 0 && !isStored(s, 'entry', jobid)) ||
    stepsOf(route, params, body).some((stepid) => !targets.has(`/comments/step/${stepid}`))
  );
}

/** Returns the steps of an edit that leaves some out, or of one of a form. */
function stepsOf(route: string, params: JournalEntry['params'], body: unknown): number[] {
  if (route.endsWith('/omitted')) return (body as { stepids: number[] }).stepids;
  return route.includes('/step_forms/') ? [Number(params['stepid'])] : [];
}

/**
 * Checks that a desk shows its pending edits on the site's version (SPEC.md, J10), until their author overwrote them or decided for the
 * site's, or until another person's edit of the same resource, or their revert of its guide, came from a stick and waits too. An edit that
 * the site refused may be impossible on its newest version, and people who may no longer see a guide do not see their edits of it.
 * From a stick, a desk cannot show an edit of a guide, page or job that it has not read yet or that a restored hub has lost, nor a job,
 * release or changed comment of a guide that it does not show, nor an omitted step or a form of a step that it does not show. A job
 * that has ended otherwise at the site shows no more edits of it. A comment, a tag and a translation are hidden with what they are about
 * (J7.4).
 */
function checkShown(desk: Desk): void {
  const { world, name, core } = desk;
  const here = core.ctx.store.read(null, (s) => {
    const open = s.journal.list(['pending', 'sending', 'parked']);
    if (open.length === 0 || open.some(({ cause }) => cause && !cause.conflicts)) return undefined;
    const targets = targetsOf(s);
    return {
      waiting: new Map(
        open.map(({ entryid, resolution }) => [entryid, resolution && JSON.stringify(resolution)]),
      ),
      shown: new Set(marksIn(JSON.stringify(allText(s)))),
      // Those in the trash, too.
      known: new Set([
        ...s.guides.ids().map((id) => `/guides/${id}`),
        ...s.wikis.ids().map((id) => desk.wikiPath(id)),
      ]),
      targets,
      terms: new Map(open.map((entry) => [entry.entryid, termsOf(entry)])),
      ofEnded: new Set(
        open
          .filter(({ params }) => s.workLog.isEnded(Number(params['entryid'] ?? 0)))
          .map(({ entryid }) => entryid),
      ),
      ofNothing: new Set(
        open.filter((entry) => isOfNothing(s, entry, targets)).map(({ entryid }) => entryid),
      ),
    };
  });
  if (!here) return;
  const { waiting, shown, known, targets, terms, ofNothing, ofEnded } = here;
  const isHidden = (route: string): boolean => world.site.isPrivate(Number(guideOf(route) ?? 0));
  const isOfUnknown = ({ place, route, entryid }: Edit): boolean => {
    const guideid = guideOf(route);
    const path = guideid === undefined ? documentOf(route) : `/guides/${guideid}`;
    const isUnknown = /^\/(guides\/\d|wikis\/)/.test(path) && !known.has(path);
    return place !== name && (isUnknown || ofNothing.has(entryid ?? ''));
  };
  const isOfHidden = (route: string): boolean =>
    (isOfComment(route) && !targets.has(documentOf(route))) ||
    (/^\w+ \/guides\/.*(\/tag$|[?&]langid=)/.test(route) &&
      !targets.has(`/comments/guide/${guideOf(route)}`));
  const waits = ({ entryid }: Edit): boolean => entryid !== undefined && waiting.has(entryid);
  for (const [index, edit] of world.edits.entries()) {
    const { mark, entryid, route, place } = edit;
    if (
      mark === undefined ||
      entryid === undefined ||
      !waiting.has(entryid) ||
      shown.has(mark) ||
      isHidden(route) ||
      ofEnded.has(entryid) ||
      isOfUnknown(edit) ||
      isOfHidden(route)
    )
      continue;
    if (waiting.get(entryid)?.includes(mark) === false) continue;
    // Edits from a stick do not bring back a page that another person deleted, and a guide that one of them deletes here is hidden.
    const documents = [documentOf(route), ...(terms.get(entryid) ?? [])];
    const isDeleted = (edit: Edit): boolean =>
      edit.place !== place &&
      (desk.origins.has(edit.place)
        ? deletes(edit, documents) || deletedBy(edit) === guideOf(route)
        : place !== name && deletes(edit, documents));
    if (world.edits.some(isDeleted)) continue;
    const later = world.edits.slice(index + 1).filter(({ place }) => desk.origins.has(place));
    if (world.edits.some((other) => waits(other) && other.place !== place && covers(other, route))) continue;
    if (later.some((edit) => edit.seen.has(mark) || deletedBy(edit) === guideOf(route))) continue;
    world.violation(`${name} no longer shows ${mark} (${route}), which waits there`);
  }
}

/** Checks that no guide shows a step twice. */
export function checkSteps({ world, name, core }: Desk): void {
  const twice = core.ctx.store.read(null, (s) =>
    s.guides.ids().filter((id) => {
      const { steps } = s.guides.working(id);
      return new Set(steps.map(({ stepid }) => stepid)).size < steps.length;
    }),
  );
  for (const guideid of twice) world.violation(`${name} shows a step of guide ${guideid} twice`);
}

/**
 * Checks that a round parked no edit as in conflict that the hub has carried out already, for another desk, and none because a hub refused
 * each version that it was planned on.
 *
 * @param waited ids of the edits that waited to be sent before the round
 */
export function checkConflicts({ world, name, core }: Desk, waited: ReadonlySet<string>): void {
  // A third-party site knows no keys, so it cannot be asked (SPEC J7.16).
  if (!world.site.hub || world.site.restores > 0) return;
  const arrived = new Set(world.site.commits.map(({ key }) => key));
  for (const { entryid, route, cause } of core.ctx.store.read(null, (s) => s.journal.list(['parked']))) {
    if (cause?.message === 'The hub refuses it again and again.' && waited.has(entryid))
      world.violation(`${name} finds no version on which the hub takes ${route}`);
    if (cause?.kind === 'conflict' && waited.has(entryid) && arrived.has(entryid))
      world.violation(`${name} sets ${route} aside as in conflict, and the hub has carried it out`);
  }
}

/** Problems for which a restored hub is a reason: it may lack much, including sign-ins that it gave since. */
const afterRestore: ReadonlySet<SyncProblem['kind']> = new Set([
  'mass-disappearance',
  'unauthorized',
  'bad-answer',
]);

/** Checks that a round ends for a reason, and that the status gives it. */
export function checkRound(desk: Desk, problem: SyncProblem | null, pushed: number): void {
  const { world, name, core } = desk;
  const { pending, sending, parked } = core.ctx.store.read(null, (s) => s.journal.counts());
  if (problem || pushed > 0 || pending + sending + parked > 0)
    world.note(
      `  ${name}: ${problem ? `${problem.kind}: ${problem.message}` : 'clean'}, ${pushed} sent; ` +
        `${pending} pending, ${sending} sending, ${parked} parked`,
    );
  checkShown(desk);
  checkSteps(desk);
  // The hub may also have been restored while the round was running.
  const isOfRestore = problem && world.site.restores > 0 && afterRestore.has(problem.kind);
  if (problem && !isOfRestore && !desk.possible.has(problem.kind))
    world.violation(
      `${name} ends a round with ${problem.kind} (${problem.message}), and nothing like it happened`,
    );
  const shown = core.sync.status().problem;
  if (shown?.kind !== problem?.kind && !desk.diskFull)
    world.violation(`${name} shows ${shown?.kind}, and its round ended with ${problem?.kind}`);
}

/**
 * Checks that people who signed in stay signed in here as long as the site accepts their sign-in, whatever happened to an earlier one
 * meanwhile.
 */
export async function checkSignIns(desk: Desk): Promise<void> {
  const { world, name, tokens } = desk;
  if (!world.site.hub || desk.diskFull) return;
  const known = desk.signedIn();
  for (const [userid, token] of tokens)
    if (!known.includes(userid) && !desk.refused.has(token) && (await world.site.takes(token)))
      world.violation(`${name} has lost a sign-in of ${userid} that the site takes`);
}
