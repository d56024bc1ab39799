import type { Comment } from '../../shared/model/comment.ts';
import type { Guide, GuideSummary } from '../../shared/model/guide.ts';
import { namespaces } from '../../shared/model/wiki.ts';
import type { Wiki, WikiSummary } from '../../shared/model/wiki.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { allPeople } from '../replica/desk-people/people.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { fetchAsAnyone } from './fetch-as-anyone.ts';
import { pages, throwIfStopped } from './pages.ts';
import { fetchPages, ignoreUnsupported } from './pull-plain-others.ts';
import { pulledGuide } from './pulled-guide.ts';
import { notOnSite, removeAll } from './removals.ts';
import type { Removal } from './removals.ts';
import type { Round } from './round.ts';

/** Reads all ids that a third-party site lists. What is missing is requested by name before it counts as gone (SPEC P8, R1). */
export async function sweep(round: Round, token: string | undefined): Promise<void> {
  round.report('sweep');
  const gone = [...(await missingGuides(round, token)), ...(await missingWikis(round, token))];
  await ignoreUnsupported(() => sweepComments(round, token));
  await ignoreUnsupported(() => sweepRuns(round));
  removeAll(round, gone);
}

async function missingGuides(round: Round, token: string | undefined): Promise<Removal[]> {
  const { store } = round;
  const listed = new Set<number>();
  for await (const page of pages<GuideSummary>(round, '/guides?order=ASC', (g) => g.guideid, token)) {
    for (const { guideid } of page) listed.add(guideid);
    throwIfStopped(round);
  }
  const isLeft = leftToAbsent(round);
  const absent = store.read(null, (s) =>
    s.guides.ids().filter((id) => id > 0 && !listed.has(id) && !isLeft(s, id)),
  );
  const gone: Removal[] = [];
  for (const id of absent) {
    const { answer, reason } = await fetchAsAnyone<Guide>(
      round,
      `/guides/${id}?excludePrerequisiteSteps=true`,
    );
    if (reason !== undefined) gone.push({ kind: 'guide', id, reason });
    // The guide is private (now): no list shows its changes or the comments on it.
    else
      store.transact(null, (s) => {
        round.apply.guide(s, pulledGuide(answer, round.apply.site));
        s.guides.touchDependents([id]);
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

async function missingWikis(round: Round, token: string | undefined): Promise<Removal[]> {
  const listed = new Set<number>();
  for (const namespace of namespaces) {
    const path = `/wikis/${namespace}?includeStubs=true`;
    for await (const page of pages<WikiSummary>(round, path, (w) => w.wikiid, token))
      for (const { wikiid } of page) listed.add(wikiid);
  }
  const gone: Removal[] = [];
  for (const { wikiid: id, namespace, title, langid } of round.store.read(null, (s) => s.wikis.titles())) {
    if (id < 0 || listed.has(id)) continue;
    const path = `/wikis/${namespace}/${encodeURIComponent(title)}`;
    const { answer, reason } = await fetchAsAnyone<Wiki>(round, path);
    // The title may belong to another page by now, perhaps in another case.
    const isReplaced = answer !== undefined && answer.wikiid !== id && answer.langid === langid;
    if (reason !== undefined || isReplaced) gone.push({ kind: 'wiki', id, reason: reason ?? notOnSite });
    throwIfStopped(round);
  }
  return gone;
}

/** Compares all comments with those here, because no list names deleted ones. */
async function sweepComments(round: Round, token: string | undefined): Promise<void> {
  const listed = new Set<number>();
  for await (const page of pages<Comment>(round, '/comments?order=DESC', (c) => c.commentid, token)) {
    for (const { commentid } of page) listed.add(commentid);
    throwIfStopped(round);
  }
  const isLeft = leftToAbsent(round);
  const absent = round.store.read(null, (s) =>
    s.comments
      .ids()
      .filter((id) => id > 0 && !listed.has(id) && !isLeft(s, s.comments.target(id)?.guideid ?? 0)),
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
    const listed = new Set<number>();
    const path = `/work_log?userid=${userid}&order=DESC`;
    for await (const page of fetchPages<WorkLogEntry>(round, path, token, (run) => run.entryid, 'results'))
      for (const { entryid } of page) listed.add(entryid);
    const absent = round.store.read(null, (s) =>
      s.workLog.idsOf(userid).filter((id) => id > 0 && !listed.has(id)),
    );
    for (const id of absent) {
      const { answer } = await fetchAsAnyone<WorkLogEntry>(round, `/work_log/${id}`);
      round.store.transact(null, (s) => {
        if (answer) round.apply.put(s, 'entry', id, answer);
        else round.apply.gone(s, 'entry', id);
      });
    }
  }
}
