import type { Core } from '../../app/core.ts';
import type { TransportRequest } from '../../app/sync/transport.ts';
import type { Commit } from './commits.ts';
import type { WholeAnswer } from './network.ts';
import type { Place } from './place.ts';
import type { Person } from './world.ts';

/** Where desks reach the site; nothing listens there. */
export const siteOrigin = 'http://127.0.0.1:9';

/** The site of an episode, in this process. */
export interface Site extends Place {
  readonly name: 'site';
  /** One of ours, which honours `Idempotency-Key`, and dates what people did by when they did it. */
  readonly hub: Core | undefined;
  /** What it has carried out, in order. */
  readonly commits: Commit[];
  answer(request: TransportRequest): Promise<WholeAnswer>;
  /** A picture or another file, by its whole address. */
  file(address: string): Promise<WholeAnswer>;
  /** A new sign-in of somebody's, and what the site says of them. */
  signIn(person: Person, userAgent: string): Promise<{ token: string; user: object }>;
  signOut(token: string): void;
  isPrivate(guideid: number): boolean;
  /** The site dates a guide by all that it builds on, or by what who asks is shown of that: a desk knows one date. */
  hidesPrerequisites(): boolean;
  /** Another text after each edit that it carried out. */
  readonly progress: string;
  /** How often it went on with a backup of its own. */
  readonly restores: number;
  /** Whether this is a sign-in that works; a site of others may refuse any for a moment. */
  takes(token: string): Promise<boolean>;
  /** Everything works from now on. */
  heal(): void;
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A log line as text, with the whole error in it. */
export function describeError(given: readonly unknown[]): string {
  return given
    .map((part) => {
      const error = typeof part === 'object' && part !== null && 'err' in part ? part.err : part;
      return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
    })
    .join(' ');
}
