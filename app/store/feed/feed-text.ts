import { nextTurn } from '../../turns.ts';
import type { Viewer } from '../actor.ts';
import { fillPlaceholders } from '../placeholders.ts';
import type { Addresses } from '../placeholders.ts';
import type { StoreReader } from '../aggregates.ts';
import { resourceOf } from '../resources/index.ts';
import type { Store } from '../store.ts';
import { changeCounts } from './change-counts.ts';
import { changeText, isTombstone } from './change-text.ts';
import { newestPoint, pointAt, pointsSince } from './epochs.ts';
import type { FeedRow } from './feed.ts';

/** Changes per read: a read blocks the event loop for some milliseconds. */
const batch = 50;

/** Characters after which a read ends early: a guide may have millions. */
const batchCharacters = 4_000_000;

/** A request for the feed. */
export interface FeedQuery {
  after: number;
  kinds?: string[] | undefined;
  beyond?: 'public' | undefined;
  isLost: boolean;
}

/**
 * Yields the lines of the feed as UTF-8, many at a time. The first announces the counts. The last is `{"end":true}` with the sequence
 * to ask from next time; without it the answer was cut off. `{"reset":true}` says that this is not the feed that was read up to
 * `after`: the hub was restored from a backup. A stamp identifies a line across histories; `earlier` are former lines with their stamps.
 */
export async function* feedText(
  store: Store,
  viewer: Viewer,
  { after, kinds, beyond, isLost }: FeedQuery,
  addresses: Addresses,
): AsyncGenerator<Buffer> {
  const newest = store.read(viewer, newestPoint);
  if (isLost || after > newest.sequence) {
    yield lineOf({ reset: true, sequence: newest.sequence });
    return;
  }
  const { counts, earlier } = store.read(viewer, (s) => ({
    counts: changeCounts(s, after),
    earlier: pointsSince(s, after),
  }));
  yield lineOf({ start: true, ...newest, counts, earlier });
  let sequence = after;
  for (;;) {
    await nextTurn();
    const { texts, last, count } = store.read(viewer, (s) => {
      const changes = s.feed.after(sequence, batch, kinds);
      const texts: string[] = [];
      let room = batchCharacters;
      let last = changes.at(-1)?.sequence ?? sequence;
      for (const change of beyond ? mayDiffer(s, changes) : changes) {
        const text = changeText(s, change);
        if (text === undefined || (beyond && isPublic(store, change, text))) continue;
        texts.push(text);
        room -= text.length;
        if (room > 0) continue;
        last = change.sequence;
        break;
      }
      return { texts, last, count: changes.length };
    });
    if (count === 0) break;
    sequence = last;
    if (texts.length === 0) continue;
    // One by one: V8 fills and encodes a text with any character beyond Latin-1 several times more slowly than one without.
    yield Buffer.concat(texts.map((text) => Buffer.from(`${fillPlaceholders(text, addresses)}\n`)));
  }
  yield lineOf({ end: true, ...store.read(null, (s) => pointAt(s, sequence)) });
}

const lineOf = (line: object): Buffer => Buffer.from(`${JSON.stringify(line)}\n`);

/** Leaves out changes whose lines are certainly the same for everyone. */
function mayDiffer(s: StoreReader, changes: readonly FeedRow[]): FeedRow[] {
  const present = Map.groupBy(
    changes.filter(({ deleted }) => !deleted),
    ({ kind }) => kind,
  );
  const same = new Map(
    [...present].map(([kind, rows]) => {
      const ids = rows.map(({ id }) => id);
      return [kind, new Set(resourceOf(kind).sameForAll?.(s, ids))];
    }),
  );
  return changes.filter(({ kind, id, deleted }) => deleted || !same.get(kind)?.has(id));
}

/** Returns whether a change reads the same for everyone. A tombstone never does: it may be news to this reader only. */
const isPublic = (store: Store, change: FeedRow, text: string): boolean =>
  !isTombstone(text) && impersonal(store.read(null, (s) => changeText(s, change)) ?? '') === impersonal(text);

/** Removes fields about the reader, which a desk computes itself. */
const impersonal = (text: string): string =>
  text.replace(/"(completed|favorited|can_edit)":(true|false)/g, '');
