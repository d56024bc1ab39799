import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { allPeople } from '../replica/desk-people/people.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { fetchAsAnyone } from './fetch-as-anyone.ts';
import { storeEach } from './left-out.ts';
import { nothingListed, pages, throwIfStopped } from './pages.ts';
import type { Listed } from './pages.ts';
import { fetchPages, ignoreUnsupported, storeComments } from './pull-plain-others.ts';
import { pulledGuide } from './pulled-guide.ts';
import { notOnSite, removeAll } from './removals.ts';
import type { Removal } from './removals.ts';
import type { Round } from './round.ts';
import { listItems } from './sound.ts';

/** Pages that the site lists, by their namespace; without a namespace that it does not list. */
export type ListedPages = Map<string, Listed>;

/** Compares all ids that a third-party site lists. What is missing is requested by name before it counts as gone (SPEC P8, R1). */
export async function sweep(
  round: Round,
  token: string | undefined,
  listed: { guides: Listed; pages: ListedPages },
): Promise<void> {
  round.report('sweep');
  const gone = [...(await missingGuides(round, listed.guides)), ...(await missingWikis(round, listed.pages))];
  await ignoreUnsupported(round, '/comments', () => sweepComments(round, token));
  await ignoreUnsupported(round, '/work_log', () => sweepRuns(round));
  removeAll(round, gone);
}

async function missingGuides(round: Round, { ids: listed }: Listed): Promise<Removal[]> {
  const { store } = round;
  const isLeft = leftToAbsent(round);
  const absent = store.read(null, (s) =>
    s.guides.ids().filter((id) => id > 0 && !listed.has(id) && !isLeft(s, id)),
  );
  const gone: Removal[] = [];
  for (const id of absent) {
    const path = `/guides/${id}?excludePrerequisiteSteps=true`;
    await ignoreUnsupported(round, path, async () => {
      const { answer, reason } = await fetchAsAnyone<Guide>(round, path);
      if (reason !== undefined) gone.push({ kind: 'guide', id, reason });
      // The guide is private (now): no list shows its changes or the comments on it.
      else
        storeEach(round, [answer], {
          pathOf: () => `/guides/${id}`,
          put: (s, guide) => {
            round.apply.guide(s, pulledGuide(guide, round.apply.site));
            s.guides.touchDependents([id]);
          },
        });
    });
    throwIfStopped(round);
  }
  return gone;
}

/**
 * Returns whether a guide is private here while someone of this desk has to sign in: the site would show it to nobody else, and only they can be
 * asked (SPEC P8.3).
 */
function leftToAbsent({ store, people }: Round): (s: ReplicaReader, guideid: number) => boolean {
  const isAbsent = store
    .read(null, allPeople)
    .some(({ userid }) => !people.some((person) => person.userid === userid));
  return (s, guideid) => isAbsent && s.guides.row(guideid)?.public === 0;
}

async function missingWikis(round: Round, listed: ListedPages): Promise<Removal[]> {
  const gone: Removal[] = [];
  for (const { wikiid: id, namespace, title, langid } of round.store.read(null, (s) => s.wikis.titles())) {
    const there = listed.get(namespace);
    if (id < 0 || !there || there.ids.has(id)) continue;
    const path = `/wikis/${namespace}/${encodeURIComponent(title)}`;
    await ignoreUnsupported(round, path, async () => {
      const { answer, reason } = await fetchAsAnyone<Wiki>(round, path);
      // The title may belong to another page by now, perhaps in another case.
      const isReplaced = answer !== undefined && answer.wikiid !== id && answer.langid === langid;
      if (reason !== undefined || isReplaced) gone.push({ kind: 'wiki', id, reason: reason ?? notOnSite });
    });
    throwIfStopped(round);
  }
  return gone;
}

/** Compares all comments with those here, because no list names deleted ones, and none those that can be read only now. */
async function sweepComments(round: Round, token: string | undefined): Promise<void> {
  const listed = nothingListed();
  for await (const page of pages(round, '/comments?order=DESC', listItems.comment, token, listed)) {
    const unknown = round.store.read(null, (s) =>
      page.filter(({ commentid }) => s.comments.target(commentid) === undefined),
    );
    storeComments(round, unknown);
    throwIfStopped(round);
  }
  const isLeft = leftToAbsent(round);
  const absent = round.store.read(null, (s) =>
    s.comments
      .ids()
      .filter((id) => id > 0 && !listed.ids.has(id) && !isLeft(s, s.comments.target(id)?.guideid ?? 0)),
  );
  for (const id of absent) {
    const { answer } = await fetchAsAnyone<Comment>(round, `/comments/${id}`);
    if (!answer || answer.status === 'deleted')
      round.store.transact(null, (s) => round.apply.gone(s, 'comment', id));
    throwIfStopped(round);
  }
}

async function sweepRuns(round: Round): Promise<void> {
  for (const { userid, token } of round.people) {
    const listed = nothingListed();
    const path = `/work_log?userid=${userid}&order=DESC`;
    const runs = fetchPages(round, path, token, listItems.run, { listed, wrapper: 'results' });
    for await (const _ of runs) throwIfStopped(round);
    const absent = round.store.read(null, (s) =>
      s.workLog.idsOf(userid).filter((id) => id > 0 && !listed.ids.has(id)),
    );
    for (const id of absent) {
      const { answer } = await fetchAsAnyone<WorkLogEntry>(round, `/work_log/${id}`);
      storeEach(round, [answer], {
        pathOf: () => `/work_log/${id}`,
        put: (s, run) => {
          if (run) round.apply.put(s, 'entry', id, run);
          else round.apply.gone(s, 'entry', id);
        },
      });
    }
  }
}
