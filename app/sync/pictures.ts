import { verifyPicture } from '../media/imaging.ts';
import type { MediaStorage } from '../media/storage.ts';
import type { DeskSettings } from '../../shared/model/benchside.ts';
import { settingsOf } from '../store/desk-settings.ts';
import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { ImageFile } from '../store/media/media.ts';
import type { PicturesHere, WantedFile } from '../store/media/copies.ts';
import type { Replica } from '../replica/replica.ts';
import { siteFileAddress, fetchScopeOf } from './file-address.ts';
import { listMore, listUrgent } from './list-pictures.ts';
import { SyncStop } from './problem.ts';
import { RemoteError, isAway } from './remote.ts';
import { yieldToEventLoop } from './round.ts';
import type { Round } from './round.ts';

const connections = 4;
const batchSize = 32;
/** If the site lacks more pictures than this, they are requested again only in a sweep. */
const mostLacking = 100;
/** Counting uses at most one part in this many of the time; in between, new pictures are added to the last count. */
const countingShare = 30;
/** The total is exact again after at most this time, even on a busy machine. */
const longestPauseMs = 5_000;
/** Failed connections after which a host is skipped for the rest of the round. */
const patience = 3;

type Outcome =
  | { wanted: WantedFile; file: Omit<ImageFile, 'size'> }
  | { wanted: WantedFile; failure: string; isLacking: boolean };

/**
 * Fetches the pictures that documents here need, verifies them by decoding, and stores them under their hash. A picture that
 * fails delays neither the others nor the round; its guide names it as missing (SPEC M2).
 */
export async function fetchPictures(round: Round, media: MediaStorage): Promise<void> {
  const { store, progress, counts } = round;
  store.transact(null, (s) => s.media.copies.retryFailed(round.sweep ? undefined : mostLacking));
  const settings = store.read(null, settingsOf);
  const hosts = new Map<string, number>();
  // Counting reads every picture's row, so a round that fetches none skips it and the window shows the last count.
  let isCounted = store.read(null, (s) => s.deskState.get('picturesHere') !== undefined);
  let countAt = 0;
  let here: PicturesHere = { pictures: 0, bytes: 0 };
  const count = (): void => {
    const began = performance.now();
    const { pictures, bytes, wanted } = store.read(null, (s) => s.media.copies.usage());
    const took = performance.now() - began;
    progress.pictures = { done: pictures, total: wanted };
    here = { pictures, bytes };
    store.note((s) => s.deskState.set('picturesHere', here));
    isCounted = true;
    countAt = performance.now() + Math.min(countingShare * took, longestPauseMs);
  };
  const { pictures: scope, pinnedCategories: pinned } = settings;
  const next = async (): Promise<WantedFile[]> => {
    while (await listUrgent(round, pinned));
    for (;;) {
      const wanted = store.read(null, (s) =>
        s.media.copies.nextWanted({ limit: batchSize, maxAttempts: 1, scope, pinned }),
      );
      if (wanted.length === batchSize || scope !== 'all' || !(await listMore(round))) return wanted;
    }
  };
  let hasFetched = false;
  let batch = await next();
  if (batch.length > 0) count();
  round.report('pictures');
  try {
    for (; batch.length > 0 && !round.stopped(); batch = await next()) {
      requireRoom(store);
      const outcomes = await inParallel(batch, {
        work: async (wanted) => {
          const outcome = await fetchOne(round, media, wanted, hosts);
          progress.bytes = round.remote.traffic.bytes;
          round.report('pictures');
          return outcome;
        },
        goesOn: () => store.reserve.hasRoomForFiles() && !round.hurried(),
      });
      const fetched = new Set<string>();
      const completed = store.transact(null, (s) => {
        let { bytes } = here;
        for (const outcome of outcomes) {
          const { guid, size } = outcome.wanted;
          if ('file' in outcome) {
            bytes += outcome.file.bytes;
            s.media.copies.putFile(guid, size, outcome.file);
            fetched.add(guid);
          } else s.media.copies.markFailed(guid, size, outcome.failure, outcome.isLacking);
        }
        const whole = [...fetched].filter((guid) => s.media.copies.isComplete(guid)).length;
        here = { pictures: here.pictures + whole, bytes };
        s.deskState.set('picturesHere', here);
        return whole;
      });
      counts.pictures += completed;
      progress.pictures.done = here.pictures;
      isCounted = false;
      hasFetched ||= fetched.size > 0;
      if (performance.now() >= countAt) count();
      round.report('pictures');
      await yieldToEventLoop();
      if (round.hurried()) break;
    }
    if (await makeRoom(round, media, { ...settings, hasFetched })) isCounted = false;
  } finally {
    if (!isCounted) count();
  }
}

/** Stops a round while the disk is nearly full. @throws SyncStop `disk-full` */
export function requireRoom(store: Replica): void {
  if (!store.reserve.hasRoomForFiles())
    throw new SyncStop(
      'disk-full',
      'The disk of this computer is nearly full: no more pictures are downloaded. Work is still saved.',
    );
}

async function inParallel<In, Out>(
  items: In[],
  { work, goesOn }: { work(item: In): Promise<Out>; goesOn(): boolean },
): Promise<Out[]> {
  const queue = [...items];
  const results: Out[] = [];
  const run = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined && goesOn(); item = queue.shift())
      results.push(await work(item));
  };
  await Promise.all(Array.from({ length: connections }, run));
  return results;
}

/**
 * Fetches a picture from the first of its addresses that works.
 *
 * @throws RemoteError `offline` or `intercepted` when the site itself does not answer, which ends the round
 */
async function fetchOne(
  round: Round,
  media: MediaStorage,
  wanted: WantedFile,
  hosts: Map<string, number>,
): Promise<Outcome> {
  let failure = 'The site gives no address for it.';
  let isLacking = true;
  for (const text of wanted.addresses) {
    const address = siteFileAddress(text, round);
    if (!address) {
      failure = 'The address that the hub gives is not valid.';
      continue;
    }
    const { origin } = address;
    if ((hosts.get(origin) ?? 0) >= patience) {
      failure = `${origin} cannot be reached.`;
      isLacking = false;
      continue;
    }
    try {
      const { bytes } = await round.remote.bytes(
        address,
        fetchScopeOf(round, 'picture'),
        limits.media.picture.max,
      );
      const { mime } = await verifyPicture(bytes);
      return { wanted, file: { ...(await media.write(bytes)), mime } };
    } catch (error) {
      failure = failureOf(error, origin);
      isLacking &&= !(error instanceof RemoteError) || error.kind === 'not-found';
      if (!(error instanceof RemoteError) || !isAway(error)) continue;
      if (origin === round.remote.origin) throw error;
      hosts.set(origin, (hosts.get(origin) ?? 0) + 1);
    }
  }
  return { wanted, failure, isLacking };
}

/**
 * Returns why a picture could not be fetched, as a sentence.
 *
 * @throws errors that are not the picture's fault, such as a full disk
 */
function failureOf(error: unknown, origin: string): string {
  if (error instanceof RemoteError) {
    if (error.kind === 'offline') return `${origin} cannot be reached.`;
    return error.kind === 'not-found' ? 'The hub does not have this picture yet.' : error.message;
  }
  if (error instanceof AppError && (error.code === 'invalid' || error.code === 'too-large')) {
    return `The downloaded file is not a complete picture: ${error.message}`;
  }
  throw error;
}

const mebibyte = 1_048_576;

/**
 * Removes pictures beyond the storage limit: the longest unused first, never those of favorites, pinned categories or open jobs.
 *
 * @returns whether any were removed
 */
async function makeRoom(
  { store }: Round,
  media: MediaStorage,
  { pictureBudgetMb: budgetMb, pinnedCategories, hasFetched }: DeskSettings & { hasFetched: boolean },
): Promise<boolean> {
  const kept = store.read(null, (s) => s.deskState.get('pictureBudget'));
  if (!hasFetched && kept === budgetMb) return false;
  store.transact(null, (s) => s.deskState.set('pictureBudget', budgetMb));
  const over = store.read(null, (s) => s.media.copies.usage().bytes) - budgetMb * mebibyte;
  if (over <= 0) return false;
  const files = store.read(null, (s) => s.media.copies.evictable(over, pinnedCategories));
  const unused = store.transact(null, (s) =>
    files.flatMap(({ guid, size, used_date: used }) => {
      const sha256 = s.media.copies.evict(guid, size);
      return sha256 === undefined ? [] : { sha256, used };
    }),
  );
  // Someone may be uploading the same picture: its file is written before its row.
  for (const { sha256, used } of unused)
    if (!store.read(null, (s) => s.media.copies.isReferenced(sha256)))
      await media.remove(sha256, (used + 1) * 1000);
  return files.length > 0;
}
