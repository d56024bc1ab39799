import { namespaces } from '../../shared/model/wiki.ts';
import type { EarnedBadge } from '../../shared/model/badge.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { ListedGuide } from '../store/resources/marks.ts';
import type { ReplicaWriter } from '../replica/replica.ts';
import { forgetStrayPages } from '../replica/stray-pages.ts';
import type { QueuedDocument, QueuedKind } from '../replica/fetch-queue.ts';
import { isTags } from '../replica/operations/answers.ts';
import { leaveOut, storeEach } from './left-out.ts';
import { isOnlyOneAnswer } from './only-one-answer.ts';
import { formsOf, pullOthers, putForms, ignoreUnsupported, storeComments } from './pull-plain-others.ts';
import { nothingListed, pages, withRetry, throwIfStopped } from './pages.ts';
import type { Listed } from './pages.ts';
import { RemoteError } from './remote.ts';
import { removeAll } from './removals.ts';
import type { Removal } from './removals.ts';
import { completeArrived } from './push/complete-arrived.ts';
import { yieldToEventLoop } from './round.ts';
import type { PersonToken, Round } from './round.ts';
import { fetchAsAnyone } from './fetch-as-anyone.ts';
import { Unsound, listItems } from './sound.ts';
import type { ListedComment } from './sound.ts';
import { acceptsSignIn } from './sign-ins.ts';
import { sweep } from './sweep-plain.ts';
import type { ListedPages } from './sweep-plain.ts';
import { unprepared } from './unprepared.ts';

const connections = 6;
const batchSize = 50;
/** Documents of a kind that a round leaves to the next one. If more fail, it is the site that fails. */
const mostAside = 20;

/** Returns the address of a queued document, for people to read. */
const pathOfQueued = ({ kind, id, address }: QueuedDocument): string => {
  if (kind === 'wiki') return `/wikis/${address ?? id}`;
  return kind === 'forms' ? `/step_forms/guideid/${id}` : `/guides/${id}${kind === 'tags' ? '/tags' : ''}`;
};

/** Pulls by the contract's own endpoints from a third-party site (SPEC P1–P8). */
export async function pullPlain(round: Round): Promise<void> {
  const token = round.people[0]?.token;
  const guides = await listGuides(round, token);
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
  const pagesListed = await listWikis(round, token);
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
  await ignoreUnsupported(round, '/comments', () => pullComments(round, token));
  await pullForms(round);
  await ignoreUnsupported(round, '/tags', () => pullTags(round, token));
  await pullPersonal(round);
  await pullOthers(round);
  if (round.sweep) await sweep(round, token, { guides, pages: pagesListed });
  round.store.transact(null, (s) => round.apply.replayer.replayUnshown(s));
}

const splitOnce = (address: string): string[] => {
  const slash = address.indexOf('/');
  return [address.slice(0, slash), address.slice(slash + 1)];
};

/**
 * Returns the watermark that follows from the dates in a list, and where to read from the next time: one second back, because dates tie
 * and lists have fractions of seconds that the parameter lacks (SPEC P1).
 */
function since(
  round: Round,
  name: string,
  { always = false } = {},
): { query: string; newest: (dates: readonly number[]) => void; note(s: ReplicaWriter): void } {
  const watermark = round.store.read(null, (s) => s.watermarks.get<number>(name));
  let newest = watermark ?? 0;
  return {
    // A sweep reads the whole list: the site's clock may have been set back.
    query:
      watermark === undefined || (round.sweep && !always)
        ? ''
        : `&modifiedSince=${Math.max(0, Math.floor(watermark) - 1)}`,
    newest: (dates) => {
      // A date in the future would hide all changes until then (SPEC P1.1).
      const now = siteNow(round);
      newest = Math.max(newest, ...dates.filter((date) => date <= now));
    },
    note: (s) => s.watermarks.set(name, newest),
  };
}

const siteNow = ({ clock, remote }: Round): number => clock.now() + remote.ahead;

async function listGuides(round: Round, token: string | undefined): Promise<Listed> {
  const { store } = round;
  const listed = nothingListed();
  const { query, newest, note } = since(round, 'guides');
  round.progress.guides.total = store.read(null, (s) => s.fetchQueue.list('guide').length);
  for await (const page of pages(round, `/guides?order=ASC${query}`, listItems.guide, token, listed)) {
    store.transact(null, (s) => {
      newest(page.map(({ modified_date }) => modified_date));
      for (const summary of page) {
        const row = s.guides.row(summary.guideid);
        if (row && !row.deleted && row.revisionid === summary.revisionid) {
          s.guides.confirm(row.guideid, {
            prereq_modified_date: summary.prereq_modified_date,
            checked_date: siteNow(round),
          });
        } else s.fetchQueue.add('guide', summary.guideid);
      }
      round.progress.guides.total = s.fetchQueue.list('guide').length;
    });
    round.report('text');
    throwIfStopped(round);
  }
  // All rows up to this date are stored or noted as wanted in the store by now.
  store.transact(null, note);
  return listed;
}

/** Lists each person's own guides: private ones are in no other list. */
async function listOwnGuides(round: Round): Promise<void> {
  for (const person of round.people) {
    await asPerson(round, person, '/user/guides', async () => {
      for await (const page of pages(round, '/user/guides', listItems.guide, person.token))
        round.store.transact(null, (s) => {
          for (const { guideid, revisionid } of page) {
            const row = s.guides.row(guideid);
            if (!row || row.deleted || row.revisionid !== revisionid) s.fetchQueue.add('guide', guideid);
          }
        });
    });
  }
}

/** Reads what only one person may read. A refused token ends that person's part only. */
async function asPerson(
  round: Round,
  person: PersonToken,
  path: string,
  read: () => Promise<void>,
): Promise<void> {
  await ignoreUnsupported(round, path, async () => {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof RemoteError && error.kind === 'unauthorized')) throw error;
      if (await acceptsSignIn(round, person)) leaveOut(round, path, error);
      else round.refused(person);
    }
  });
}

/**
 * Pulls the lists of pages. A page that is changed twice within a second keeps its date, so a version fetched in that second is
 * not final.
 *
 * @returns what was listed; nothing for a namespace that the site does not list
 */
async function listWikis(round: Round, token: string | undefined): Promise<ListedPages> {
  const { store } = round;
  round.progress.wikis.total ??= 0;
  const all: ListedPages = new Map();
  for (const namespace of namespaces)
    await ignoreUnsupported(round, `/wikis/${namespace}`, async () => {
      const listed = nothingListed();
      const name = `wikis:${namespace}`;
      const final = store.read(null, (s) => s.watermarks.get<number>(`${name}:final`));
      // By the site's clock, which may have moved on since its last answer.
      const over = Math.floor(siteNow(round)) - 1;
      const { query, newest, note } = since(round, name);
      const path = `/wikis/${namespace}?includeStubs=true${query}`;
      for await (const page of pages(round, path, listItems.wiki, token, listed)) {
        store.transact(null, (s) => {
          newest(page.map(({ modified_date }) => modified_date));
          for (const summary of page) {
            const row = s.wikis.row(summary.wikiid);
            // A site may list neither date nor revision of its pages.
            const isTold = summary.modified_date > 0 || summary.revisionid !== undefined;
            const same =
              (isTold || !round.sweep) &&
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
        note(s);
        s.watermarks.set(`${name}:final`, over);
      });
      all.set(namespace, listed);
    });
  return all;
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

  let aside = 0;
  /** Leaves a document to the next round, if only its own answer is wrong. @returns the error otherwise */
  const setAside = async (wanted: QueuedDocument, error: unknown): Promise<unknown> => {
    aside += 1;
    try {
      if (aside > mostAside || !(await isOnlyOneAnswer(round, error))) return error;
    } catch (other) {
      return other;
    }
    leaveOut(round, pathOfQueued(wanted), error);
    const message = error instanceof Error ? error.message : String(error);
    store.transact(null, (s) => s.fetchQueue.noteFailure(kind, wanted.id, message));
    return undefined;
  };

  const flush = async (): Promise<void> => {
    const full = batch;
    batch = [];
    const puts: { wanted: QueuedDocument; store: (s: ReplicaWriter) => void }[] = [];
    for (const { wanted, ready } of full) {
      try {
        puts.push({ wanted, store: await ready() });
      } catch (error) {
        failure ??= await setAside(wanted, error);
      }
    }
    if (puts.length === 0) return;
    storeEach(round, puts, {
      pathOf: ({ wanted }) => pathOfQueued(wanted),
      put: (s, { wanted, store: put }) => {
        put(s);
        s.fetchQueue.remove(kind, wanted.id);
      },
      after: (s) => {
        if (kind === 'guide') s.guides.touchDependents(puts.map(({ wanted }) => wanted.id));
      },
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
        } else failure ??= await setAside(current, error);
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
  const known = store.read(null, (s) => s.watermarks.get<number>('comments')) ?? 0;
  const wasRead = store.read(null, (s) => s.watermarks.get<number>('comments:edited') ?? 0) > 0;
  let highest = known;
  const { query, newest, note } = since(round, 'comments:edited', { always: true });
  const take = (page: ListedComment[]): void => {
    highest = Math.max(highest, ...page.map(({ commentid }) => commentid));
    // Later edits have a later date than anything written so far.
    newest(page.flatMap(({ date, modified_date }) => [date, modified_date]));
    storeComments(round, page);
  };
  for await (const page of pages(round, '/comments?order=DESC', listItems.comment, token)) {
    take(page.filter((comment) => comment.commentid > known));
    if (page.some((comment) => comment.commentid <= known)) break;
    throwIfStopped(round);
  }
  if (wasRead)
    for await (const page of pages(round, `/comments?${query.slice(1)}`, listItems.comment, token))
      take(page);
  store.transact(null, (s) => {
    s.watermarks.set('comments', highest);
    note(s);
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
    const forms = offered ? await formsOf(round, id) : 'not-offered';
    offered &&= forms !== 'not-offered';
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
    const { answer: tags } = await fetchAsAnyone<unknown>(round, `/guides/${id}/tags`);
    if (tags !== undefined && !isTags(tags)) throw new Unsound(`/guides/${id}/tags`, undefined);
    return async () => (s) => (tags ? round.apply.put(s, 'tags', id, tags) : undefined);
  });
}

async function pullPersonal(round: Round): Promise<void> {
  for (const person of round.people) {
    await asPerson(round, person, '/user/favorites/guides', () => pullFavorites(round, person));
    await asPerson(round, person, '/user/completions', () => pullCompletions(round, person));
    await asPerson(round, person, '/user/badges', () => pullBadges(round, person));
  }
}

async function pullFavorites(round: Round, { userid, token }: PersonToken): Promise<void> {
  const listed = nothingListed();
  const marks: ListedGuide[] = [];
  for await (const page of pages(round, '/user/favorites/guides', listItems.favorite, token, listed))
    marks.push(...page.map(({ date, guide: { guideid } }) => ({ date, guideid })));
  if (listed.isWhole) round.store.transact(null, (s) => round.apply.put(s, 'favorites', userid, marks));
}

async function pullCompletions(round: Round, { userid, token }: PersonToken): Promise<void> {
  const listed = nothingListed();
  const marks: ListedGuide[] = [];
  for await (const page of pages(round, '/user/completions', listItems.guide, token, listed))
    marks.push(...page.map(({ guideid, modified_date: date }) => ({ guideid, date })));
  if (listed.isWhole) round.store.transact(null, (s) => round.apply.put(s, 'completions', userid, marks));
}

/** Nothing depends on badges, so those that can be read are stored, whatever else the list has. */
async function pullBadges(round: Round, { userid, token }: PersonToken): Promise<void> {
  const badges: EarnedBadge[] = [];
  for await (const page of pages(round, '/user/badges', listItems.badge, token)) badges.push(...page);
  round.store.transact(null, (s) => s.badges.putRemote(userid, badges));
}
