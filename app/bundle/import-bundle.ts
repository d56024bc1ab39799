import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { bundleFile, sealedReceipt } from '../../shared/model/bundle.ts';
import type { BundleFile, BundleManifest, Receipt, SealedReceipt } from '../../shared/model/bundle.ts';
import type { ImportedBundle } from '../../shared/model/carry.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import type { Context } from '../context.ts';
import { fromDisk } from '../disk-error.ts';
import type { Logger } from '../log.ts';
import { isSilentOperation } from '../replica/journal/entry.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { includesPoint, lacksDoubted, seenPoints } from '../replica/seen-points.ts';
import { hasNothing } from '../replica/snapshot/adopt-snapshot.ts';
import { keyOfSite, noteKeyOfSite } from '../store/site-key.ts';
import { notePoint } from '../sync/history.ts';
import { fetchFiles } from '../sync/files.ts';
import { startFromSnapshot } from '../sync/first-snapshot.ts';
import { listCovers } from '../sync/list-pictures.ts';
import { offlineRound } from '../sync/offline-round.ts';
import { fetchPictures } from '../sync/pictures.ts';
import { SyncStop } from '../sync/problem.ts';
import { pullFeed } from '../sync/pull-feed.ts';
import { push } from '../sync/push/push.ts';
import { takeConflict } from '../sync/push/take-conflict.ts';
import { RemoteError } from '../sync/remote.ts';
import type { Round } from '../sync/round.ts';
import { BundleReader } from './bundle-file.ts';
import { linesIn, parseUntrusted } from './packed-lines.ts';
import { openReceipts } from './receipts.ts';
import { recordedSite, recordedToken } from './recorded-site.ts';

interface ImportOptions {
  /** A person confirmed that what the bundle lacks is gone (SPEC R3). */
  acceptRemovals?: boolean;
  /** Called when the import is further. */
  onProgress?: (phase: SyncStatus['phase'], progress: SyncStatus['progress']) => void;
  /** Aborted when the import should end at its next safe point; what it has stored stays. */
  signal?: AbortSignal | undefined;
}

interface Parts extends Pick<Context, 'store' | 'media' | 'replayer' | 'log'> {
  /** Address of the site's API, for a desk that is not bound to one yet. */
  site: string | undefined;
}

/**
 * Takes over what a bundle has that this desk does not (SPEC U2–U4), by the code that syncs over a network. Nothing else may sync
 * this desk meanwhile. An interrupted import goes on when it is repeated.
 *
 * @throws AppError `invalid` for a file that is no whole bundle of this site; `unavailable` if the disk is full
 */
export async function importBundle(
  ctx: Parts,
  file: string,
  options: ImportOptions = {},
): Promise<ImportedBundle> {
  const { store } = ctx;
  const bundle = new BundleReader(file);
  const spared = store.sparesReserve;
  store.sparesReserve = true;
  store.limitWal();
  try {
    return await take(ctx, bundle, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw inWords(error, bundle, ctx.log);
  } finally {
    store.sparesReserve = spared;
    store.checkpoint();
    bundle.close();
  }
}

async function take(
  { store, media, replayer, log, site }: Parts,
  bundle: BundleReader,
  { acceptRemovals = false, onProgress, signal }: ImportOptions,
): Promise<ImportedBundle> {
  const { manifest } = bundle;
  store.read(null, (s) => requireSame(s, bundle));
  const isNewer = store.read(null, (s) => !isBehind(s, bundle));
  const isEmpty = store.read(null, hasNothing);
  // All of it is checked before the first change: a feed that breaks off would be a half desk.
  for (const part of isEmpty ? [manifest.snapshot, manifest.feed] : [manifest.feed])
    for (const _ of bundle.pieces(part));
  const edits = store.read(null, (s) => s.journal.list(['pending', 'sending']));
  const damaged = (error: unknown): never => {
    throw bundle.damaged(error);
  };
  const receipts = await openReceipts(receiptsIn(bundle), edits).catch(damaged);
  const files = await filesIn(bundle).catch(damaged);
  store.transact(null, (s) => bind(s, manifest, site));
  const offline = offlineRound(recordedSite(recordingOf(bundle, receipts, files)), {
    store,
    media,
    replayer,
    log,
    // The content of a bundle was up to date when the bundle was made.
    siteTime: () => manifest.made,
  });
  const round: Round = {
    ...offline,
    acceptRemovals,
    report: (phase) => onProgress?.(phase, offline.progress),
    stopped: () => signal?.aborted === true,
  };
  round.report('text');
  if (isNewer) {
    const { history } = manifest;
    // Before any edit is done by an answer in the bundle: the import may stop before the feed is read (SPEC U4.3).
    notePoint(round, { ...history.at(-1), earlier: history.slice(0, -1) });
    await sendRecorded(round, receipts);
    store.transact(null, noteReadByPeople);
    await startFromSnapshot(round, { snapshot: true, key: manifest.key });
    await pullFeed(round);
    await sendRecorded(round, receipts);
    await parkConflicts(round, receipts);
    store.transact(null, (s) => s.deskState.set('complete', true));
  }
  signal?.throwIfAborted();
  if (files.size > 0) {
    round.report('pictures');
    await listCovers(round);
    await fetchPictures(round, media);
    await fetchFiles(round, media);
    signal?.throwIfAborted();
  }
  const { guides, wikis, removed, pictures } = round.counts;
  const arrived = store.read(null, (s) => arrivedOf(s, receipts));
  return { name: manifest.name, made: manifest.made, isNewer, guides, wikis, removed, pictures, arrived };
}

/**
 * A third-party site signs nothing, and anyone can compute its siteid, so its desks take no bundles.
 *
 * @throws AppError `invalid` if the bundle is of another site, or not signed by the key that this desk knows
 */
function requireSame(s: ReplicaReader, bundle: BundleReader): void {
  const { siteid, name, key } = bundle.manifest;
  const bound = s.meta.siteid;
  if (bound !== undefined && bound !== siteid)
    throw new AppError('invalid', `${bundle.path} belongs to another hub, ${name}. Nothing was changed.`);
  const known = keyOfSite(s);
  if (bound !== undefined && known !== key)
    throw new AppError('invalid', `${bundle.path} was not made by the hub of ${name}. Nothing was changed.`);
}

/**
 * Returns whether this desk has read more of the feed than the bundle has, or an answer has told it more.
 *
 * @throws AppError `invalid` if the desk has read what the hub of the bundle has lost, or never had
 */
function isBehind(s: ReplicaReader, bundle: BundleReader): boolean {
  const { history } = bundle.manifest;
  const seen = seenPoints(s);
  const newest = seen.at(-1);
  if (!newest || includesPoint(history, newest)) return lacksDoubted(s, history);
  const last = history.at(-1);
  if (last && seen.some(({ stamp }) => stamp === last.stamp)) return true;
  throw new AppError(
    'invalid',
    `${bundle.path} does not match the data of this desk, because the hub was restored from a backup. ` +
      'Sync this desk over the network once. Nothing was changed.',
  );
}

/** Binds a new desk to the site of the bundle (SPEC U2.1). */
function bind(s: ReplicaWriter, { siteid, name, key }: BundleManifest, site: string | undefined): void {
  if (s.meta.siteid === undefined) {
    s.meta.set('siteid', siteid);
    s.meta.set('site', { ...s.meta.site, name });
    if (site !== undefined) s.meta.set('site-url', site);
  }
  noteKeyOfSite(s, key);
}

/**
 * Moves the watermark of reading without a sign-in to where any person has read everything: they have read what everybody may read,
 * too.
 */
function noteReadByPeople(s: ReplicaWriter): void {
  const anyone = 'feed:0';
  const furthest = s.watermarks.furthestFeed();
  if (furthest > (s.watermarks.get<number>(anyone) ?? 0)) s.watermarks.set(anyone, furthest);
}

/** Completes the edits of which the bundle has the answers. */
async function sendRecorded(round: Round, receipts: ReadonlyMap<string, Receipt>): Promise<void> {
  const answered = [...receipts].flatMap(([entryid, one]) => ('answer' in one ? [entryid] : []));
  if (answered.length === 0) return;
  const onlyEdits = new Set(answered);
  const senders = new Set(
    round.store.read(null, (s) =>
      s.journal
        .list(['pending', 'sending'])
        .flatMap(({ entryid, sender }) => (onlyEdits.has(entryid) ? [sender] : [])),
    ),
  );
  const people = [...senders].map((userid) => ({ userid, token: recordedToken(userid) }));
  try {
    await push({ ...round, people, onlyEdits });
  } catch (error) {
    // An edit whose guide the bundle does not have as its author sees it waits for the network, with the edits after it.
    if (!(error instanceof RemoteError)) throw error;
    round.log.info({ err: error }, 'some edits stay pending: their answers in the bundle are incomplete');
  }
}

/** Returns how many edits of people are done because the bundle has their answers. */
const arrivedOf = (s: ReplicaReader, receipts: ReadonlyMap<string, Receipt>): number =>
  [...receipts].filter(
    ([entryid, { route }]) => s.journal.require(entryid).state === 'done' && !isSilentOperation(route),
  ).length;

/** Parks edits that the hub has not carried out, as the bundle says (SPEC U6.6, U6.8). */
async function parkConflicts(round: Round, receipts: ReadonlyMap<string, Receipt>): Promise<void> {
  for (const [entryid, one] of receipts)
    if ('conflict' in one) await takeConflict(round, entryid, recordedToken(one.userid), one.conflict);
}

async function* receiptsIn(bundle: BundleReader): AsyncGenerator<SealedReceipt> {
  const most = { bytes: limits.bundle.list.max, line: limits.answer.line.max };
  for await (const line of linesIn(bundle.pieces(bundle.manifest.receipts), most))
    yield sealedReceipt.parse(parseUntrusted(line));
}

/** Returns the files of a bundle by their path. */
async function filesIn(bundle: BundleReader): Promise<Map<string, BundleFile>> {
  const { count, ...part } = bundle.manifest.files;
  const most = { bytes: limits.bundle.list.max, line: limits.bundle.listedFile.max };
  const files = new Map<string, BundleFile>();
  for await (const line of linesIn(bundle.pieces(part), most)) {
    const file = bundleFile.parse(parseUntrusted(line));
    files.set(file.path, file);
    if (files.size > count) throw new Error('there are more files than announced');
  }
  return files;
}

const recordingOf = (
  bundle: BundleReader,
  receipts: ReadonlyMap<string, Receipt>,
  files: ReadonlyMap<string, BundleFile>,
): Parameters<typeof recordedSite>[0] => ({
  siteid: bundle.manifest.siteid,
  feed: () => bundle.pieces(bundle.manifest.feed),
  unpackedBytes: bundle.manifest.feed.unpackedBytes,
  snapshot: { manifest: bundle.manifest.snapshot, file: () => bundle.pieces(bundle.manifest.snapshot) },
  receipts,
  file: (path) => {
    const found = files.get(path);
    return found && { mime: found.mime, bytes: found.bytes, content: () => bundle.pieces(found) };
  },
});

/** Returns an error for the person who imports. */
function inWords(error: unknown, bundle: BundleReader, log: Logger): AppError {
  if (error instanceof AppError) return error;
  const unfinished = (what: string): string =>
    `${what} What was stored stays; import the bundle again when that is settled.`;
  if (error instanceof SyncStop) {
    const confirm = error.kind === 'mass-disappearance' ? ({ confirm: 'removals' } as const) : {};
    return new AppError('unavailable', unfinished(error.message), confirm, error);
  }
  if (fromDisk(error))
    return new AppError('unavailable', unfinished('The disk of this computer is full.'), {}, error);
  if (error instanceof RemoteError)
    return new AppError(
      'invalid',
      unfinished(`${bundle.path} cannot be read to its end: ${error.message}`),
      {},
      error,
    );
  // Content that no hub makes may fail anywhere in the code that stores it.
  log.error({ err: error }, 'the content of a bundle could not be stored');
  const message = `${bundle.path} has content that this program cannot read; the log says more.`;
  return new AppError('invalid', unfinished(message), {}, error);
}
