import type { JournalEntry } from '../journal/entry.ts';
import type { Sent } from '../plan/plan.ts';
import type { ReplicaReader } from '../replica.ts';
import type { IsKind } from './answers.ts';

/**
 * An edit that the site is asked about, as it was or would be sent. The engine answers in its author's name
 * (`app/sync/push/ask-site.ts`); its methods reject with a `RemoteError` when the site cannot be asked, or something else answers.
 */
export interface Question {
  readonly entry: JournalEntry;
  readonly sent: Sent;
  /** True if the site is a hub and not a third-party site. */
  readonly isHub: boolean;
  /** Reads this desk's store. */
  read<T>(fn: (s: ReplicaReader) => T): T;
  /** Reads from the site; `undefined` if it does not have it, or does not show it to the author. */
  ask<T>(path: string, isKind: IsKind<T>): Promise<T | undefined>;
  /** Yields a list of the site to its end; nothing if the site does not have it. */
  list<Item>(path: string, isItem: IsKind<Item>, options: ListOptions<Item>): AsyncGenerator<Item>;
  /** Fetches a picture at the address that the site gives for it; `undefined` if that is no address or nothing is there. */
  picture(address: string): Promise<Buffer | undefined>;
}

export type ListOptions<Item> =
  /** The list is not cut into pages. */
  | { onePage: true }
  | {
      idOf(item: Item): number;
      /** Key of the list in the answer, where the site wraps it. */
      wrapper?: string;
      /** Reading ends after a page with no item for which this is true. */
      while?(item: Item): boolean;
    };
