import { provisionalIn } from '../../store/aliases/aliases.ts';
import type { Cause, JournalEntry, Touch } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import { goneThereWords } from './plan.ts';

/** Kinds whose edits do not depend on each other: each adds or removes one thing of its own. */
const unordered: ReadonlySet<string> = new Set(['favorites', 'completions', 'views']);

export const pageDeletion = 'DELETE /wikis/{namespace}/{title}';

/** What waits for something that a person has to decide, or for somebody to sign in. */
export class Held {
  private readonly sequences = new Set<number>();
  /** Of pages whose deletion waits: under their title the site has them, and no other that was made here since. */
  private readonly titles = new Set<string>();

  add(entry: JournalEntry): void {
    this.sequences.add(entry.sequence);
    if (entry.route === pageDeletion) this.titles.add(pageOf(entry));
  }

  waits(s: StoreReader, entry: JournalEntry): boolean {
    // Something it names was made here and is not on the site yet.
    if (namedIn(entry).length > 0 || this.titles.has(pageOf(entry))) return true;
    if (this.sequences.size === 0) return false;
    // Looked up each time: what is held gets the site's ids meanwhile.
    return [...s.journal.touches(entry.sequence), ...releasedGuide(s, entry)].some(
      ({ kind, id }) =>
        !unordered.has(kind) &&
        s.journal.sequencesOf(kind, id).some((sequence) => this.sequences.has(sequence)),
    );
  }
}

/** The guide whose version a release takes over: a release changes the guide itself only when readers get it. */
export function releasedGuide(s: StoreReader, entry: JournalEntry): Touch[] {
  if (!isRelease(entry)) return [];
  const { params, body } = entry;
  const named = params['releaseid'];
  const guideid = named ? s.releases.guideOf(Number(named)) : (body as { guideid?: number } | null)?.guideid;
  return guideid === undefined ? [] : [{ kind: 'guide', id: guideid }];
}

/** The page that it edits or makes, by its title; of others nothing that is one. */
function pageOf({ params, query, body }: JournalEntry): string {
  const { namespace, title, langid } = { ...(body as Record<string, unknown> | null), ...query, ...params };
  return JSON.stringify([namespace, title, langid]);
}

/**
 * What it names that was made here. A revision is another one by the time that it is sent, and new lines of a step have
 * ids here that a request leaves out.
 */
export const namedIn = (entry: JournalEntry): number[] => {
  const { params, query, body } = entry;
  return provisionalIn([params, query['srcid'], body]).filter(
    (id) => !isLineOf(body, id) && id !== releasedRevision(entry),
  );
};

const isRelease = ({ route }: JournalEntry): boolean => /^(POST|PATCH) \/guides\/releases/.test(route);

/** The revision that a release is to say, where the edit names one. */
export const releasedRevision = (entry: JournalEntry): number | undefined =>
  isRelease(entry) ? (entry.body as { revisionid?: number }).revisionid : undefined;

/**
 * Why it can never be sent: it names what no edit makes any more, because that was given up, or because the site deleted
 * the page that was made along before it told of it.
 */
export function lostIn(s: StoreReader, entry: JournalEntry): Cause | undefined {
  const lost = namedIn(entry).filter((id) => !s.journal.isComing(id) && !s.wikis.isMadeAlong(id));
  if (lost.length === 0) return undefined;
  const wasThere = lost.every((id) => s.journal.wasSent(id));
  return { kind: 'gone', message: wasThere ? goneThereWords : 'It builds on an edit that was given up.' };
}

function isLineOf(body: unknown, id: number): boolean {
  const lines = (body as { lines?: { lineid?: unknown }[] } | null)?.lines;
  return Array.isArray(lines) && lines.some((line) => line.lineid === id);
}
