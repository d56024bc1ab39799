import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import { namedIn } from './held.ts';

/** Operations that depend on nothing but the resources they touch, and that nothing else depends on. */
const sideBySide: ReadonlySet<string> = new Set([
  'PATCH /guides/{guideid}',
  'POST /guides/{guideid}/steps',
  'PATCH /guides/{guideid}/steps/{stepid}',
  'PUT /guides/{guideid}/steporder',
  'PUT /guides/{guideid}/completed',
  'DELETE /guides/{guideid}/completed',
  'PUT /user/favorites/guides/{guideid}',
  'DELETE /user/favorites/guides/{guideid}',
  'POST /comments/{context}/{contextid}',
  'PATCH /comments/{commentid}',
  'PUT /work_log/{entryid}/stepData',
  'PUT /benchside/work_log/{entryid}/step',
  'POST /user/media/images',
  'POST /benchside/views',
]);

export interface Turn {
  /** `guide 7`, of all that an edit changed here, and of what its answer depends on. */
  touched: ReadonlySet<string>;
  isAlone: boolean;
}

interface Lane extends Turn {
  ended: Promise<void>;
}

/**
 * Edits that are under way at once. An edit starts when none of those before it that touch the same is under way; one
 * that others may build on, or that builds on something made here, is under way alone.
 */
export class Lanes {
  private readonly width: number;
  private readonly running = new Set<Lane>();
  private failures: unknown[] = [];

  constructor(width: number) {
    this.width = width;
  }

  /** Starts an edit when it is its turn. @throws what ended an earlier one, when all have ended */
  async start(turn: Turn, carry: () => Promise<void>): Promise<void> {
    while (this.running.size > 0 && !this.hasRoom(turn)) await Promise.race(this.ends());
    if (this.failures.length > 0) return this.end();
    const lane: Lane = { ...turn, ended: Promise.resolve() };
    this.running.add(lane);
    lane.ended = carry()
      .catch((error: unknown) => void this.failures.push(error))
      .finally(() => this.running.delete(lane));
  }

  /** Waits for all that are under way. @throws what ended the first that failed */
  async end(): Promise<void> {
    await Promise.all(this.ends());
    if (this.failures.length > 0) throw this.failures[0];
  }

  private hasRoom({ touched, isAlone }: Turn): boolean {
    if (this.failures.length > 0) return true;
    if (isAlone || this.running.size >= this.width) return false;
    return ![...this.running].some(
      (lane) => lane.isAlone || [...touched].some((one) => lane.touched.has(one)),
    );
  }

  private readonly ends = (): Promise<void>[] => [...this.running].map(({ ended }) => ended);
}

export function turnOf(s: StoreReader, entry: JournalEntry): Turn {
  const touched = s.journal
    .touches(entry.sequence)
    // What is not translated is read as the guide has it.
    .flatMap(({ kind, id }) => [`${kind} ${id}`, ...(kind === 'translations' ? [`guide ${id}`] : [])]);
  const isAlone =
    !sideBySide.has(entry.route) ||
    entry.issued.some(({ kind }) => kind === 'wiki') ||
    namedIn(entry).length > 0;
  return { touched: new Set(touched), isAlone };
}
