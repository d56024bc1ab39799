import { unorderedKinds } from '../../../shared/model/journal.ts';
import { provisionalIn } from '../../store/provisional-ids.ts';
import { lostBySite } from '../../replica/journal/entry.ts';
import type { Cause } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import type { Replica, ReplicaReader } from '../../replica/replica.ts';
import { titleKey } from '../../store/wikis/document.ts';
import { operationOf } from '../../replica/operations/index.ts';
import { pageDeletion } from '../../replica/operations/wiki.ts';
import { mergedKind } from '../../replica/plan/plan-entry.ts';
import { buildsOnDiscarded, goneThereWords } from '../../replica/plan/plan.ts';

/** Edits that cannot be sent yet, because a person has to decide or to sign in. They block later edits of the same documents. */
export class BlockedEdits {
  private readonly sequences = new Set<number>();
  /** Titles of pages whose deletion is blocked: the site still has these pages, and not the ones made here since with the same titles. */
  private readonly titles = new Set<string>();

  private readonly store: Replica;

  constructor(store: Replica) {
    this.store = store;
  }

  add(entry: JournalEntry): void {
    this.sequences.add(entry.sequence);
    if (entry.route === pageDeletion) this.titles.add(this.store.read(null, (s) => pageOf(s, entry)));
  }

  block(s: ReplicaReader, entry: JournalEntry): boolean {
    if (provisionalIdsIn(entry).length > 0 || this.titles.has(pageOf(s, entry))) return true;
    if (this.sequences.size === 0) return false;
    const resources = [
      ...s.journal.touches(entry.sequence),
      ...(operationOf(entry.route).follows?.(s, entry) ?? []),
    ];
    // Read each time, because blocked edits may get the site's ids meanwhile.
    return resources.some(
      ({ kind, id }) =>
        !unorderedKinds.has(kind) &&
        s.journal.sequencesOf(kind, id).some((sequence) => this.sequences.has(sequence)),
    );
  }
}

/** Returns a key of the title and language of the page that an edit changes or makes; the same key for edits of anything else. */
function pageOf(s: ReplicaReader, { sequence, params, body }: JournalEntry): string {
  const { namespace, title } = { ...(body as Record<string, unknown> | null), ...params };
  if (typeof namespace !== 'string' || typeof title !== 'string') return '';
  const id = s.journal.touches(sequence).find(({ kind }) => kind === 'wiki')?.id;
  const langid = id === undefined ? undefined : s.wikis.row(id)?.langid;
  return JSON.stringify([namespace, titleKey(title), langid ?? s.meta.site.langid]);
}

/**
 * Returns the provisional ids that an edit names: things made here that the site does not have yet. Leaves out revisions, which
 * are mapped when the edit is sent, and new lines of a step, whose ids a request omits.
 */
export const provisionalIdsIn = (entry: JournalEntry): number[] => {
  const { route, params, query, body } = entry;
  const { releasedRevision, sourceRevision, baseRevision } = operationOf(route);
  const revisions = [releasedRevision?.(entry), sourceRevision?.(body), baseRevision?.(body)];
  return provisionalIn([params, { srcid: query['srcid'] }, body]).filter(
    (id) => !isLineOf(body, id) && !revisions.includes(id),
  );
};

function isLineOf(body: unknown, id: number): boolean {
  const lines = (body as { lines?: { lineid?: unknown }[] } | null)?.lines;
  return Array.isArray(lines) && lines.some((line) => line.lineid === id);
}

/**
 * Returns why an edit can never be sent: it names a thing that no edit makes any more, because that edit was discarded, or
 * because the site deleted a page made as a side effect before reporting it. `undefined` if it can.
 */
export function lostIn(s: ReplicaReader, entry: JournalEntry): Cause | undefined {
  const lost = provisionalIdsIn(entry).filter((id) => !s.journal.isComing(id) && !isPageComing(s, id));
  if (lost.length === 0) return undefined;
  // A restored hub has lost it, and no desk recreates it (SPEC F4.2, F4.12).
  if (lost.some((id) => s.journal.makerOf(id) === undefined)) return lostBySite;
  // Nobody discarded it if the site had it, or if a guide was recreated without it.
  const wasThere = lost.every(
    (id) => s.journal.wasSent(id) || s.journal.makerOf(id)?.cause?.message === goneThereWords,
  );
  return { kind: 'gone', message: wasThere ? goneThereWords : buildsOnDiscarded };
}

/** Returns whether the site may still show a page that was made here as a side effect of an edit. */
const isPageComing = (s: ReplicaReader, id: number): boolean =>
  s.wikis.isMadeAlong(id) && s.siteVersions.get('wiki', id) !== 'gone';

/**
 * Returns the entryids of edits that reading the site may unblock: those that name something made here, such as the page of a
 * part that was just added, and those of a page that the site deleted, which may have another with its title.
 */
export const waitingForSite = (s: ReplicaReader): string[] =>
  s.journal
    .list(['pending', 'sending', 'parked'])
    .filter((entry) => (entry.state === 'parked' ? isOfDeletedPage(entry) : waits(s, entry)))
    .map(({ entryid }) => entryid);

/** Returns whether an edit was parked because the site deleted the page that it changes. */
export const isOfDeletedPage = ({ state, route, cause }: JournalEntry): boolean =>
  state === 'parked' &&
  mergedKind(route) === 'wiki' &&
  (cause?.conflicts?.some(({ field }) => field === 'document') ?? false);

/** Returns whether any of these edits waits no longer: it can be sent now, or never. */
export const isAnyUnblocked = (s: ReplicaReader, waiting: readonly string[]): boolean =>
  waiting
    .map((entryid) => s.journal.require(entryid))
    .some((entry) => (entry.state === 'pending' || entry.state === 'sending') && !waits(s, entry));

const waits = (s: ReplicaReader, entry: JournalEntry): boolean =>
  provisionalIdsIn(entry).length > 0 && lostIn(s, entry) === undefined;

/** Decides whether an edit may be sent beside others. */
export interface Turn {
  /** Keys like `guide 7`: all resources that the edit changed here, and those its answer depends on. */
  touched: ReadonlySet<string>;
  isAlone: boolean;
}

export function turnOf(s: ReplicaReader, entry: JournalEntry): Turn {
  const touched = s.journal
    .touches(entry.sequence)
    // A translation's untranslated texts are read from the guide.
    .flatMap(({ kind, id }) => [`${kind} ${id}`, ...(kind === 'translations' ? [`guide ${id}`] : [])]);
  const isAlone =
    !operationOf(entry.route).concurrent ||
    entry.issued.some(({ kind }) => kind === 'wiki') ||
    provisionalIdsIn(entry).length > 0;
  return { touched: new Set(touched), isAlone };
}

interface Slot extends Turn {
  ended: Promise<void>;
}

/**
 * Edits being sent at once. An edit starts when no earlier edit of the same resources is being sent. An edit that others may
 * build on, or that builds on something made here, is sent alone.
 */
export class Slots {
  private readonly width: number;
  private readonly running = new Set<Slot>();
  private failures: unknown[] = [];

  constructor(width: number) {
    this.width = width;
  }

  /** Starts an edit at its turn. @throws the failure of an earlier edit, after all have ended */
  async start(turn: Turn, carry: () => Promise<void>): Promise<void> {
    while (this.running.size > 0 && !this.hasRoom(turn)) await Promise.race(this.ends());
    if (this.failures.length > 0) return this.end();
    const slot: Slot = { ...turn, ended: Promise.resolve() };
    this.running.add(slot);
    slot.ended = carry()
      .catch((error: unknown) => void this.failures.push(error))
      .finally(() => this.running.delete(slot));
  }

  /** Waits until all edits have ended. @throws the first failure */
  async end(): Promise<void> {
    await Promise.all(this.ends());
    if (this.failures.length > 0) throw this.failures[0];
  }

  private hasRoom({ touched, isAlone }: Turn): boolean {
    if (this.failures.length > 0) return true;
    if (isAlone || this.running.size >= this.width) return false;
    return ![...this.running].some(
      (slot) => slot.isAlone || [...touched].some((one) => slot.touched.has(one)),
    );
  }

  private readonly ends = (): Promise<void>[] => [...this.running].map(({ ended }) => ended);
}
