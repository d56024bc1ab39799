import type { SyncProblem } from '../../shared/sync-status.ts';
import { allText } from './content.ts';
import type { Desk } from './desk.ts';
import { marksIn } from './world.ts';
import type { Edit } from './world.ts';

/** Of an edit of a guide, or of something in it. */
const guideOf = (route: string): string | undefined => /^\w+ \/guides\/(-?\d+)/.exec(route)?.[1];

/** What an edit is of, without the revision that it names. */
const documentOf = (route: string): string => route.replace(/^\w+ |\?.*$/g, '');

/** Whether an edit may replace what another one wrote: it is of the same, or it reverts its guide. */
const covers = (edit: Edit, route: string): boolean =>
  documentOf(edit.route) === documentOf(route) ||
  documentOf(edit.route) === `/benchside/guides/${guideOf(route) ?? 'none'}/revert`;

/** Whoever deletes a guide hides with it what else waits of it, a translation or a tag that they did not look at. */
const deletedBy = ({ route }: Edit): string | undefined =>
  /^DELETE \/guides\/(-?\d+)\?/.exec(route)?.[1] ?? 'none';

/**
 * What waits at a desk is shown there, on whatever the site has (SPEC.md, J10), until its author wrote over it or decided
 * for the site's, or until an edit of the same, or a revert of its guide, by somebody else came from a stick and waits too.
 * What the site refused may be impossible on its newest version, and who may no longer see a guide is not shown their edits
 * of it.
 */
function checkShown(desk: Desk): void {
  const { world, name, core } = desk;
  const { waiting, shown } = core.ctx.store.read(null, (s) => {
    const open = s.journal.list(['pending', 'sending', 'parked']);
    return {
      waiting: new Map(
        open.some(({ cause }) => cause && !cause.conflicts)
          ? []
          : open.map(({ entryid, resolution }) => [entryid, resolution && JSON.stringify(resolution)]),
      ),
      shown: new Set(open.length === 0 ? [] : marksIn(JSON.stringify(allText(s)))),
    };
  });
  if (waiting.size === 0) return;
  const isHidden = (route: string): boolean => world.site.isPrivate(Number(guideOf(route) ?? 0));
  const waits = ({ entryid }: Edit): boolean => entryid !== undefined && waiting.has(entryid);
  for (const [index, { mark, entryid, route, place }] of world.edits.entries()) {
    if (
      mark === undefined ||
      entryid === undefined ||
      !waiting.has(entryid) ||
      shown.has(mark) ||
      isHidden(route)
    )
      continue;
    if (waiting.get(entryid)?.includes(mark) === false) continue;
    const later = world.edits.slice(index + 1).filter(({ place }) => desk.origins.has(place));
    if (world.edits.some((edit) => waits(edit) && edit.place !== place && covers(edit, route))) continue;
    if (later.some((edit) => edit.seen.has(mark) || deletedBy(edit) === guideOf(route))) continue;
    world.violation(`${name} no longer shows ${mark} (${route}), which waits there`);
  }
}

/** A round ends for a reason, and the status says which. */
export function checkRound(desk: Desk, problem: SyncProblem | null, pushed: number): void {
  const { world, name, core } = desk;
  const { pending, sending, parked } = core.ctx.store.read(null, (s) => s.journal.counts());
  if (problem || pushed > 0 || pending + sending + parked > 0)
    world.note(
      `  ${name}: ${problem ? `${problem.kind}: ${problem.message}` : 'clean'}, ${pushed} sent; ` +
        `${pending} pending, ${sending} sending, ${parked} parked`,
    );
  checkShown(desk);
  if (problem && !desk.possible.has(problem.kind))
    world.violation(
      `${name} ends a round with ${problem.kind} (${problem.message}), and nothing like it happened`,
    );
  const shown = core.sync.status().problem;
  if (shown?.kind !== problem?.kind && !desk.diskFull)
    world.violation(`${name} shows ${shown?.kind}, and its round ended with ${problem?.kind}`);
}

/** Who signed in has a sign-in here as long as the site takes it, whatever became of an earlier one meanwhile. */
export async function checkSignIns(desk: Desk): Promise<void> {
  const { world, name, tokens } = desk;
  if (!world.site.hub || desk.diskFull) return;
  const known = desk.signedIn();
  for (const [userid, token] of tokens)
    if (!known.includes(userid) && !desk.refused.has(token) && (await world.site.takes(token)))
      world.violation(`${name} has lost a sign-in of ${userid} that the site takes`);
}
