import type { Comment } from '../../shared/model/comment.ts';
import type { GuideSummary } from '../../shared/model/guide.ts';
import { namespaces } from '../../shared/model/wiki.ts';
import type { Wiki, WikiSummary } from '../../shared/model/wiki.ts';
import type { ListedGuide } from '../store/resources/marks.ts';
import type { ReplicaWriter } from '../replica/replica.ts';
import { forgetStrayPages } from '../replica/stray-pages.ts';
import type { QueuedDocument, QueuedKind } from '../replica/fetch-queue.ts';
import { formsOf, pullOthers, putForms, ignoreUnsupported } from './pull-plain-others.ts';
import { pages, together, withRetry, throwIfStopped } from './pages.ts';
import { RemoteError } from './remote.ts';
import { removeAll } from './removals.ts';
import type { Removal } from './removals.ts';
import { completeArrived } from './push/complete-arrived.ts';
import { yieldToEventLoop } from './round.ts';
import type { Round } from './round.ts';
import { fetchAsAnyone } from './fetch-as-anyone.ts';
import { sweep } from './sweep-plain.ts';
import { unprepared } from './unprepared.ts';

const connections = 6;
const batchSize = 50;

/** Pulls by the contract's own endpoints from a third-party site (SPEC P1–P8). */
export async function pullPlain(round: Round): Promise<void> {
  const token = round.people[0]?.token;
  await listGuides(round, token);
  await listOwnGuides(round);
  round.progress.guides.total = round.store.read(null, (s) => s.fetchQueue.list('guide').length);
  void round.prepare.expect(round.store.read(null, (s) => s.fetchQueue.list('guide').length));
  await fetchWanted(round, 'guide', async ({ id }) => {
    const path = `/guides/${id}?excludePrerequisiteSteps=true`;
    const shown = await fetchAsAnyone(round, path, (at, by) => round.remote.document(at, by));
    if (shown.answer === undefined) throw new RemoteError('not-found', shown.reason, 404);
    const prepared = round.prepare.guide(shown.answer, round.apply.site);
    return async () => {
      const done = await prepared;
      if (!('pulled' in done)) throw unprepared(done, `The answer to ${path} is cut off or is not a guide.`);
      return (s) => {
        round.apply.guide(s, done.pulled);
        s.fetchQueue.add('forms', id);
        s.fetchQueue.add('tags', id);
        round.counts.guides += 1;
        round.progress.guides.done += 1;
      };
    };
  });
  await listWikis(round, token);
  await fetchWanted(round, 'wiki', async ({ address }) => {
    const [namespace = '', title = ''] = splitOnce(address ?? '');
    const path = `/wikis/${namespace}/${encodeURIComponent(title)}`;
    const { answer: wiki, reason } = await fetchAsAnyone<Wiki>(round, path);
    if (wiki === undefined) throw new RemoteError('not-found', reason, 404);
    return async () => (s) => {
      if (!completeArrived(round, s, wiki)) round.apply.wiki(s, wiki);
      round.counts.wikis += 1;
      round.progress.wikis.done += 1;
    };
  });
  round.store.transact(null, forgetStrayPages);
  await pullComments(round, token);
  await pullForms(round);
  await pullTags(round, token);
  await pullPersonal(round);
  await pullOthers(round);
  if (round.sweep) await sweep(round, token);
  round.store.transact(null, (s) => round.apply.replayer.replayUnshown(s));
}

const splitOnce = (address: string): string[] => {
  const slash = address.indexOf('/');
  return [address.slice(0, slash), address.slice(slash + 1)];
};

async function listGuides(round: Round, token: string | undefined): Promise<void> {
  const { store } = round;
  const watermark = store.read(null, (s) => s.watermarks.get<number>('guides'));
  // One second back, because dates tie and lists have fractions of seconds that the parameter lacks (SPEC P1).
  const since = watermark === undefined ? '' : `&modifiedSince=${Math.max(0, Math.floor(watermark) - 1)}`;
  let newest = watermark ?? 0;
  round.progress.guides.total = store.read(null, (s) => s.fetchQueue.list('guide').length);
  for await (const page of pages<GuideSummary>(round, `/guides?order=ASC${since}`, (g) => g.guideid, token)) {
    store.transact(null, (s) => {
      for (const summary of page) {
        newest = Math.max(newest, summary.modified_date);
        const row = s.guides.row(summary.guideid);
        if (row && !row.deleted && row.revisionid === summary.revisionid) {
          s.guides.confirm(row.guideid, {
            prereq_modified_date: summary.prereq_modified_date,
            checked_date: round.clock.now() + round.remote.ahead,
          });
        } else s.fetchQueue.add('guide', summary.guideid);
      }
      round.progress.guides.total = s.fetchQueue.list('guide').length;
    });
    round.report('text');
    throwIfStopped(round);
  }
  // All rows up to this date are stored or noted as wanted in the store by now.
  store.transact(null, (s) => s.watermarks.set('guides', newest));
}

/** Lists each person's own guides: private ones are in no other list. */
async function listOwnGuides(round: Round): Promise<void> {
  for (const person of round.people) {
    const { token } = person;
    try {
      await ignoreUnsupported(async () => {
        for await (const page of pages<GuideSummary>(round, '/user/guides', (g) => g.guideid, token))
          round.store.transact(null, (s) => {
            for (const { guideid, revisionid } of page) {
              const row = s.guides.row(guideid);
              if (!row || row.deleted || row.revisionid !== revisionid) s.fetchQueue.add('guide', guideid);
            }
          });
      });
    } catch (error) {
      if (!(error instanceof RemoteError && error.kind === 'unauthorized')) throw error;
      round.refused(person);
    }
  }
}

/**
 * Pulls the lists of pages. A page that is changed twice within a second keeps its date, so a version fetched in that second is
 * not final.
 */
async function listWikis(round: Round, token: string | undefined): Promise<void> {
  const { store } = round;
  round.progress.wikis.total ??= 0;
  for (const namespace of namespaces) {
    const name = `wikis:${namespace}`;
    const { watermark, final } = store.read(null, (s) => ({
      watermark: s.watermarks.get<number>(name),
      final: s.watermarks.get<number>(`${name}:final`),
    }));
    // By the site's clock, which may have moved on since its last answer.
    const over = Math.floor(round.clock.now() + round.remote.ahead) - 1;
    const since = watermark === undefined ? '' : `&modifiedSince=${Math.max(0, Math.floor(watermark) - 1)}`;
    let newest = watermark ?? 0;
    const path = `/wikis/${namespace}?includeStubs=true${since}`;
    for await (const page of pages<WikiSummary>(round, path, (w) => w.wikiid, token)) {
      store.transact(null, (s) => {
        for (const summary of page) {
          newest = Math.max(newest, summary.modified_date);
          const row = s.wikis.row(summary.wikiid);
          const same =
            row?.modified_date === summary.modified_date &&
            final !== undefined &&
            summary.modified_date <= final &&
            (summary.revisionid ?? row.revisionid) === row.revisionid;
          if (same && !row.deleted) continue;
          s.fetchQueue.add('wiki', summary.wikiid, `${namespace}/${summary.title}`);
        }
        round.progress.wikis.total = round.progress.wikis.done + s.fetchQueue.list('wiki').length;
      });
      round.report('text');
      throwIfStopped(round);
    }
    store.transact(null, (s) => {
      s.watermarks.set(name, newest);
      s.watermarks.set(`${name}:final`, over);
    });
  }
}

/** Resolves when a fetched document is ready to be stored. @returns the change that stores it */
type Ready = () => Promise<(s: ReplicaWriter) => void>;

/** Fetches wanted documents, several at a time, and stores them in batches. Documents that the site no longer shows are removed. */
async function fetchWanted(
  round: Round,
  kind: QueuedKind,
  fetchOne: (wanted: QueuedDocument) => Promise<Ready>,
): Promise<void> {
  const { store } = round;
  const queue = store.read(null, (s) => s.fetchQueue.list(kind));
  const gone: Removal[] = [];
  let batch: { wanted: QueuedDocument; ready: Ready }[] = [];
  let failure: unknown;

  const flush = async (): Promise<void> => {
    const full = batch;
    batch = [];
    const puts: { id: number; put: (s: ReplicaWriter) => void }[] = [];
    for (const { wanted, ready } of full) {
      try {
        puts.push({ id: wanted.id, put: await ready() });
      } catch (error) {
        failure ??= error;
      }
    }
    if (puts.length === 0) return;
    store.transact(null, (s) => {
      for (const { id, put } of puts) {
        put(s);
        s.fetchQueue.remove(kind, id);
      }
      if (kind === 'guide') s.guides.touchDependents(puts.map(({ id }) => id));
    });
    round.progress.bytes = round.remote.traffic.bytes;
    round.report('text');
  };

  const work = async (): Promise<void> => {
    for (let wanted = queue.shift(); wanted && failure === undefined; wanted = queue.shift()) {
      const current = wanted;
      try {
        const ready = await withRetry(round, () => fetchOne(current));
        batch.push({ wanted: current, ready });
        if (batch.length >= batchSize) {
          await flush();
          await yieldToEventLoop();
        }
        throwIfStopped(round);
      } catch (error) {
        if (error instanceof RemoteError && (error.kind === 'not-found' || error.kind === 'forbidden')) {
          if (kind === 'guide' || kind === 'wiki') {
            gone.push({ kind, id: current.id, reason: error.message });
            const progress = round.progress[`${kind}s`];
            if (progress.total !== null) progress.total -= 1;
          } else store.transact(null, (s) => s.fetchQueue.remove(kind, current.id));
        } else if (error instanceof RemoteError && error.kind === 'refused') {
          store.transact(null, (s) => s.fetchQueue.noteFailure(kind, current.id, error.message));
          round.log.warn({ kind, id: current.id, message: error.message }, 'the site refused one document');
        } else {
          failure ??= error;
        }
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  await flush();
  if (failure !== undefined) throw failure;
  if (gone.length > 0)
    removeAll(round, gone, (s) => {
      for (const { id } of gone) s.fetchQueue.remove(kind, id);
    });
}

/** Pulls comments that are newer than the newest one here, and those edited since the last round. */
async function pullComments(round: Round, token: string | undefined): Promise<void> {
  const { store } = round;
  const newest = store.read(null, (s) => s.watermarks.get<number>('comments')) ?? 0;
  const edited = store.read(null, (s) => s.watermarks.get<number>('comments:edited'));
  let highest = newest;
  let latestEdit = edited ?? 0;
  const take = (page: Comment[]): void => {
    store.transact(null, (s) => {
      for (const comment of page) {
        highest = Math.max(highest, comment.commentid);
        // Later edits have a later date than anything written so far.
        latestEdit = Math.max(latestEdit, comment.date, comment.modified_date);
        round.apply.put(s, 'comment', comment.commentid, comment);
      }
    });
  };
  for await (const page of pages<Comment>(round, '/comments?order=DESC', (c) => c.commentid, token)) {
    take(page.filter((comment) => comment.commentid > newest));
    if (page.some((comment) => comment.commentid <= newest)) break;
    throwIfStopped(round);
  }
  if (edited !== undefined && edited > 0) {
    const path = `/comments?modifiedSince=${Math.max(0, Math.floor(edited) - 1)}`;
    for await (const page of pages<Comment>(round, path, (c) => c.commentid, token)) take(page);
  }
  store.transact(null, (s) => {
    s.watermarks.set('comments', highest);
    s.watermarks.set('comments:edited', latestEdit);
  });
}

/** Pulls forms of fetched guides; in a sweep of all guides, because a form changes without its guide. */
async function pullForms(round: Round): Promise<void> {
  if (round.sweep)
    round.store.transact(null, (s) => {
      for (const guideid of s.guides.ids()) if (guideid > 0) s.fetchQueue.add('forms', guideid);
    });
  let offered = true;
  await fetchWanted(round, 'forms', async ({ id }) => {
    const forms = offered ? await formsOf(round, id) : undefined;
    offered = forms !== undefined;
    return async () => (s) => putForms(round, s, id, forms);
  });
}

/** Pulls tags, which are not part of any document, if the site has any. */
async function pullTags(round: Round, token: string | undefined): Promise<void> {
  const some = await withRetry(round, () => round.remote.get<string[]>('/tags?limit=1', token));
  const offered = Array.isArray(some);
  const none = !offered || some.length === 0;
  if (none || round.sweep) {
    round.store.transact(null, (s) => {
      if (none) s.fetchQueue.removeAll('tags');
      else for (const guideid of s.guides.ids()) if (guideid > 0) s.fetchQueue.add('tags', guideid);
      if (!none || !offered) return;
      for (const guideid of s.tags.guideids()) if (guideid > 0) round.apply.put(s, 'tags', guideid, []);
    });
  }
  await fetchWanted(round, 'tags', async ({ id }) => {
    const { answer: tags } = await fetchAsAnyone<string[]>(round, `/guides/${id}/tags`);
    return async () => (s) => (tags ? round.apply.put(s, 'tags', id, tags) : undefined);
  });
}

async function pullPersonal(round: Round): Promise<void> {
  for (const person of round.people) {
    const { userid, token } = person;
    try {
      const [favorites, completions] = await together(favoritesOf(round, token), completionsOf(round, token));
      round.store.transact(null, (s) => {
        round.apply.put(s, 'favorites', userid, favorites);
        round.apply.put(s, 'completions', userid, completions);
      });
    } catch (error) {
      if (!(error instanceof RemoteError && error.kind === 'unauthorized')) throw error;
      round.refused(person);
    }
  }
}

async function favoritesOf(round: Round, token: string): Promise<ListedGuide[]> {
  const marks: ListedGuide[] = [];
  type Favorite = { date: number; guide: GuideSummary };
  for await (const page of pages<Favorite>(round, '/user/favorites/guides', (f) => f.guide.guideid, token))
    marks.push(...page.map(({ date, guide }) => ({ date, guideid: guide.guideid })));
  return marks;
}

async function completionsOf(round: Round, token: string): Promise<ListedGuide[]> {
  const marks: ListedGuide[] = [];
  for await (const page of pages<GuideSummary>(round, '/user/completions', (g) => g.guideid, token))
    marks.push(...page.map(({ guideid, modified_date: date }) => ({ guideid, date })));
  return marks;
}
