import type { Core } from '../../app/core.ts';
import type { TransportRequest } from '../../app/sync/transport.ts';
import type { Commit } from './commits.ts';
import type { WholeAnswer } from './network.ts';
import type { Place } from './place.ts';
import type { Person } from './world.ts';

/** Address at which desks reach the site; nothing listens there. */
export const siteOrigin = 'http://127.0.0.1:9';

/** The site of an episode, in this process. */
export interface Site extends Place {
  readonly name: 'site';
  /** True for one of ours, which honours `Idempotency-Key` and stores the times at which people made their edits. */
  readonly hub: Core | undefined;
  /** Edits that it has carried out, in order. */
  readonly commits: Commit[];
  answer(request: TransportRequest): Promise<WholeAnswer>;
  /** Returns a picture or another file, by its whole address. */
  file(address: string): Promise<WholeAnswer>;
  /** Signs a person in, and returns what the site knows of them. */
  signIn(person: Person, userAgent: string): Promise<{ token: string; user: object }>;
  signOut(token: string): void;
  isPrivate(guideid: number): boolean;
  /**
   * True if the date of a guide depends on all its prerequisites, false if only on those that the reader may see: a desk knows one date.
   */
  hidesPrerequisites(): boolean;
  /** A text that changes with each edit that it carried out. */
  readonly progress: string;
  /** Number of times that it was restored from a backup. */
  readonly restores: number;
  /** Returns whether this is a valid sign-in; a third-party site may refuse any for a moment. */
  takes(token: string): Promise<boolean>;
  /** Stops all faults. */
  heal(): void;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Returns a log line as text, with the whole error in it. */
export function describeError(given: readonly unknown[]): string {
  return given
    .map((part) => {
      const error = typeof part === 'object' && part !== null && 'err' in part ? part.err : part;
      return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
    })
    .join(' ');
}
