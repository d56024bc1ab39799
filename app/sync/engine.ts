import { createHash } from 'node:crypto';

import type { Info } from '../../shared/model/benchside.ts';
import type { SyncProblem, SyncStatus } from '../../shared/sync-status.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/storage.ts';
import { sweepMedia } from '../media/sweep.ts';
import type { SiteSettings } from '../store/meta.ts';
import { noteKeyOfSite } from '../store/site-key.ts';
import { noteAccepted } from '../replica/desk-people/people.ts';
import type { Replica } from '../replica/replica.ts';
import { hasDoubts, historyOf } from '../replica/seen-points.ts';
import { hasNotes } from '../replica/resend.ts';
import { markDay, needsMark } from '../replica/journal/taken-marks.ts';
import type { SyncRound } from '../replica/rounds.ts';
import { Applier } from './apply.ts';
import { noteClocks } from './clocks.ts';
import { fetchFiles } from './files.ts';
import { checkForeign, startOver } from './history.ts';
import { startFromSnapshot } from './first-snapshot.ts';
import { isRestored } from './starting-over.ts';
import { leftOutWords } from './left-out.ts';
import { listCovers } from './list-pictures.ts';
import { fetchPictures } from './pictures.ts';
import { prepareHere } from './preparer.ts';
import type { Preparer } from './preparer.ts';
import { push } from './push/push.ts';
import { isAnyUnblocked, waitingForSite } from './push/queue.ts';
import { mayResume, resumeReturned } from './push/resume.ts';
import { CommitBatcher } from './push/commit-batcher.ts';
import { Replayer } from '../replica/rebase/replayer.ts';
import { replayedEndpoints } from '../replica/rebase/replayed-endpoints.ts';
import type { EditEndpoint } from '../replica/rebase/replayed-endpoints.ts';
import { EditBatches } from './push/edit-batches.ts';
import { markSending } from './push/outcomes.ts';
import { SyncStop, noRoom, problemOf } from './problem.ts';
import { pullFeed } from './pull-feed.ts';
import { pullPlain } from './pull-plain.ts';
import { RemoteError, intercepted, openRemote, unsigned } from './remote.ts';
import type { Remote } from './remote.ts';
import { emptyTrash } from './removals.ts';
import type { LiveStatus } from './status.ts';
import { reportDevice } from './report-device.ts';
import { machineClock } from './round.ts';
import { checkLeftSignIns, checkSignIns, hasUnsent } from './sign-ins.ts';
import type { Clock, PersonToken, Round } from './round.ts';
import type { Transport } from './transport.ts';

export interface EngineOptions {
  /** Address of the site's API. */
  site: string;
  store: Replica;
  media: MediaStorage;
  /** Endpoints whose handlers replay edits. */
  endpoints: readonly EditEndpoint[];
  log: Logger;
  /** True if the database is checked for damage before the first round. */
  checkIntegrity?: boolean;
  /** Called when the status has changed. */
  onReport(live: LiveStatus): void;
  onTokenRefused(person: PersonToken): void;
  /** Over HTTP unless given. */
  openTransport?: (origin: string) => Transport;
  /** Prepares guides for storing; on this thread unless given. */
  prepare?: Preparer;
  /** This machine's unless given. */
  clock?: Clock;
}

export interface RoundOptions {
  people: PersonToken[];
  acceptRemovals?: boolean;
  /** A person asked for the round: all ids of a third-party site are swept. */
  byHand?: boolean;
}

export interface RoundResult {
  round: SyncRound;
  problem: SyncProblem | null;
}

/** Seconds between sweeps of a third-party site. */
const sweepEvery = 6 * 3600;

const graceMs = 1_500;

/** Size of the write-ahead log, in bytes, from which it is checkpointed: below, it slows neither reads nor the next start noticeably. */
const longLog = 4 * 1_048_576;

/** Runs rounds, one at a time. When they run is decided by `scheduler.ts`. */
export class Engine {
  private readonly options: EngineOptions;
  private stopping = false;
  private isHurried = false;
  private remote: Remote | undefined;
  /** A check of the whole database would delay a window, so the worker makes it before the first round. */
  private isChecked: boolean;
  /** Orphaned media files come from killed processes, so one sweep in each process is enough. */
  private swept = false;
  private readonly replayer: Replayer;

  constructor(options: EngineOptions) {
    this.options = options;
    this.replayer = new Replayer(replayedEndpoints(options.endpoints, options), options);
    this.isChecked = !options.checkIntegrity;
  }

  /** Ends the running round at its next safe point; a connection that keeps it waiting is closed after `graceMs`. */
  stop(): void {
    this.stopping = true;
    setTimeout(() => void this.remote?.close(), graceMs).unref();
  }

  /** Lets the running round end after the pictures under way, because an edit, a sign-in or a person's request waits (SPEC M3.3). */
  hurry(): void {
    this.isHurried = true;
  }

  async round(options: RoundOptions): Promise<RoundResult> {
    this.isHurried = false;
    const { store, log, onReport, onTokenRefused, site, clock = machineClock } = this.options;
    const { prepare = prepareHere } = this.options;
    const startedAt = clock.now();
    const remote = openRemote(site, this.options.openTransport, clock.now);
    this.remote = remote;
    const progress: SyncStatus['progress'] = {
      guides: { done: 0, total: null },
      wikis: { done: 0, total: null },
      pictures: { done: 0, total: 0 },
      bytes: 0,
    };
    const counts = { guides: 0, wikis: 0, pictures: 0, removed: 0, pushed: 0 };
    const report = (phase: SyncStatus['phase']): void => onReport({ phase, startedAt, progress });
    let problem: SyncProblem | null = null;
    let met: Round | undefined;
    const spared = store.sparesReserve;
    store.sparesReserve = true;
    store.limitWal();
    try {
      if (!this.isChecked) store.checkIntegrity();
      this.isChecked = true;
      report('connecting');
      remote.history = store.read(null, historyOf);
      const info = await identify(remote, store, options.people[0]?.token);
      const swept = store.read(null, (s) => s.deskState.get('swept'));
      const batcher = new CommitBatcher(store);
      const round: Round = {
        store,
        batcher,
        batches: new EditBatches({ remote, commits: batcher, mark: markSending }, info?.batches === true),
        media: this.options.media,
        remote,
        hub: info !== null,
        namedBy: typeof info?.site === 'string' ? info.site : undefined,
        apply: new Applier(
          { origin: remote.origin, benchside: info !== null },
          this.replayer,
          () => clock.now() + remote.ahead,
        ),
        prepare,
        log,
        clock,
        people: options.people,
        skipped: new Set(),
        takenNow: new Set(),
        refusedNow: new Set(),
        acceptRemovals: options.acceptRemovals ?? false,
        sweep: options.byHand === true || swept === undefined || clock.now() - swept > sweepEvery,
        counts,
        progress,
        report,
        stopped: () => this.stopping,
        hurried: () => this.isHurried,
        refused: onTokenRefused,
      };
      met = round;
      if (store.read(null, (s) => needsMark(s, clock.now() + remote.ahead)))
        store.transact(null, (s) => markDay(s, clock.now() + remote.ahead));
      if (!info?.feed || info.history === 'lost' || store.read(null, hasUnsent)) await checkSignIns(round);
      if (info?.history === 'lost') await startOver(round);
      if (info?.feed) await checkForeign(round);
      // A restored hub's feed comes first: edits are planned on what it has now.
      if (info?.feed && store.read(null, (s) => isRestored(s) || hasDoubts(s))) await pullFeed(round);
      report('push');
      const waited = store.read(null, waitingForSite);
      await push(round);
      waited.push(...store.read(null, waitingForSite));
      if (store.reserve.isBroken) throw noRoom();
      report('text');
      try {
        if (info?.feed) await startFromSnapshot(round, info);
        await (info?.feed ? pullFeed(round) : pullPlain(round));
      } finally {
        prepare.rest();
      }
      const hasResumed = store.read(null, mayResume) && store.transact(null, resumeReturned);
      if (hasResumed || store.read(null, (s) => isAnyUnblocked(s, waited))) {
        await push(round);
        if (info?.feed && store.read(null, hasNotes)) await pullFeed(round);
      }
      emptyTrash(round);
      if (round.sweep || store.read(null, (s) => s.deskState.get('complete')) !== true)
        store.transact(null, (s) => {
          s.deskState.set('complete', true);
          if (round.sweep) s.deskState.set('swept', clock.now());
        });
      // All text is on disk before the long download of pictures begins.
      if (store.read(null, (s) => s.media.pictureNotes.uncovered(1).length > 0)) store.checkpoint();
      report('pictures');
      await listCovers(round);
      await fetchPictures(round, this.options.media);
      await fetchFiles(round, this.options.media);
      if (!this.swept) await sweepMedia(store, this.options.media, log);
      this.swept = true;
      if (round.failing) problem = problemOf(round.failing);
    } catch (error) {
      problem = problemOf(error);
      if (this.stopping) log.info({ err: error }, 'a sync round was stopped');
      else if (problem.kind === 'bug') log.error({ err: error }, 'a sync round failed');
      else log.warn({ err: error }, 'a sync round stopped');
      const reader = options.people[0];
      if (problem.kind === 'unauthorized' && reader) onTokenRefused(reader);
    }
    if (met && problem && problem.kind !== 'offline' && !this.stopping) await checkLeftSignIns(met);
    if (met) await reportDevice(met, { outcome: outcomeOf(problem), message: problem?.message ?? null });
    await remote.close();
    store.sparesReserve = spared;
    const waits = problem === null && store.read(null, (s) => s.journal.hasParkedEdits());
    const round: SyncRound = {
      startedAt,
      endedAt: clock.now(),
      outcome: waits ? 'needs-person' : outcomeOf(problem),
      ...counts,
      requests: remote.traffic.requests,
      message: problem?.message ?? (met ? leftOutWords(met.skipped) : null),
    };
    // A round that was stopped on purpose shows no problem.
    const shown = this.stopping ? null : problem;
    const siteTime = met && clock.now() + remote.ahead;
    const taken = [...(met?.takenNow ?? [])];
    record(store, round, { problem: shown, siteTime, isComplete: problem === null, taken }, log);
    if (store.logBytes > longLog) store.checkpoint();
    return { round, problem };
  }
}

function outcomeOf(problem: SyncProblem | null): SyncRound['outcome'] {
  switch (problem?.kind) {
    case undefined:
      return 'clean';
    case 'offline':
    case 'server-error':
    case 'throttled':
    case 'bad-answer':
    case 'intercepted':
      return 'unreachable';
    case 'bug':
      return 'failed';
    default:
      return 'needs-person';
  }
}

/** Stores the outcome of a round. On a full disk it fails with a log line only; the live status then shows the problem. */
function record(
  store: Replica,
  round: SyncRound,
  {
    problem,
    siteTime,
    isComplete,
    taken,
  }: {
    problem: SyncProblem | null;
    siteTime: number | undefined;
    isComplete: boolean;
    taken: readonly number[];
  },
  log: Logger,
): void {
  try {
    store.transact(null, (s) => {
      noteClocks(s, siteTime);
      if (taken.length > 0) noteAccepted(s, taken);
      s.rounds.add(round);
      s.deskState.set('problem', problem);
      if (siteTime !== undefined && isComplete) s.deskState.set('lastSuccess', siteTime);
    });
  } catch (error) {
    log.error({ err: error }, 'the result of a sync could not be stored');
  }
}

/**
 * Asks what the site is, and binds the store to it at the first meeting (SPEC G3).
 *
 * @returns a hub's information about itself; `null` for a third-party site
 * @throws SyncStop `other-site` if the store belongs to another site
 */
async function identify(remote: Remote, store: Replica, token: string | undefined): Promise<Info | null> {
  const { bound, isKnownAddress } = store.read(null, (s) => ({
    bound: s.meta.siteid,
    isKnownAddress: s.meta.siteid !== undefined && s.meta.get<string>('site-url') === remote.url,
  }));
  const info = await askInfo(remote, bound, isKnownAddress);
  if (info) {
    if (remote.signedBy === undefined) throw unsigned();
    remote.requireSignature(remote.signedBy);
  } else {
    await requireApi(remote, token, isKnownAddress);
    // A hub would have given its information: something else has answered in its place.
    if (remote.signedBy !== undefined) throw intercepted('a hub without information about itself');
    // Binding is for ever, and what failed for a moment may have been in front of a hub.
    if (bound === undefined && (await askInfo(remote, bound, isKnownAddress)))
      throw intercepted('a hub whose information came only now');
  }
  const siteid =
    info?.siteid ?? `plain:${createHash('sha256').update(remote.url).digest('hex').slice(0, 32)}`;
  store.transact(null, (s) => {
    const bound = s.meta.siteid;
    if (bound !== undefined && bound !== siteid) {
      throw new SyncStop(
        'other-site',
        'This data folder belongs to another hub, and two hubs are never mixed.',
      );
    }
    s.meta.set('siteid', siteid);
    s.meta.set('site-url', remote.url);
    const known = s.meta.get<Partial<SiteSettings>>('site');
    if (info) s.meta.set('site', { ...known, name: info.name, private: info.private });
    if (info?.key !== undefined) noteKeyOfSite(s, info.key);
    else if (bound === undefined) s.meta.set('site', { ...known, name: new URL(remote.url).host });
  });
  return info;
}

/** Errors with which third-party sites refuse an unknown address; some answer with a web page. */
const strangers = new Set<RemoteError['kind']>([
  'not-found',
  'refused',
  'forbidden',
  'unauthorized',
  'not-a-site',
]);

/**
 * Returns whether a site fails at an address that only hubs have, without the signature of one (SPEC G3.4). Before the first contact,
 * only 500 counts, because gateways in front of a hub report its faults with other statuses.
 */
const isFailingStranger = (
  { kind, status }: RemoteError,
  { signedBy }: Remote,
  bound: string | undefined,
): boolean =>
  kind === 'server-error' &&
  signedBy === undefined &&
  (bound === undefined ? status === 500 : bound.startsWith('plain:'));

/**
 * Checks that a third-party site answers a read that every site of API 2.0 has.
 *
 * @param isKnownAddress the site answered at this address before, so anything unexpected now is a captive portal or a gateway
 * @throws RemoteError, SyncStop
 */
async function requireApi(remote: Remote, token: string | undefined, isKnownAddress: boolean): Promise<void> {
  try {
    const guides = await remote.get<unknown>('/guides?limit=1', token);
    if (Array.isArray(guides)) return;
  } catch (error) {
    if (!(error instanceof RemoteError) || !isKnownAddress) throw error;
    if (error.kind !== 'not-a-site' && error.kind !== 'not-found') throw error;
    throw intercepted(error.message);
  }
  if (isKnownAddress) throw intercepted('JSON of another kind');
  throw new SyncStop('not-a-site', 'The server at this address does not have an API 2.0.');
}

/**
 * Returns a hub's information about itself; `null` for a third-party site.
 *
 * @param bound identity of the site that the store belongs to: a hub that answers with a web page must not be taken for another
 *   site
 */
async function askInfo(
  remote: Remote,
  bound: string | undefined,
  isKnownAddress: boolean,
): Promise<Info | null> {
  try {
    const info = await remote.get<Partial<Info> | null>('/benchside/info');
    return info?.product === 'Benchside' && typeof info.siteid === 'string' ? (info as Info) : null;
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (isFailingStranger(error, remote, bound)) return null;
    if (!strangers.has(error.kind)) throw error;
    if (bound === undefined || bound.startsWith('plain:') || error.kind === 'not-found') return null;
    if (isKnownAddress && remote.signedBy === undefined) throw intercepted(error.message);
    if (error.kind === 'not-a-site') throw error;
    // A hub shows its information to everyone, so a refusal is a bad answer.
    throw new RemoteError('bad-answer', error.message, error.status, undefined, error);
  }
}
