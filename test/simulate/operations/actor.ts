import type { Listing } from '../place.ts';
import type { Random } from '../random.ts';
import type { Person } from '../world.ts';

/** A person at a desk or at the site who is about to do something: in one process (`doing.ts`) or over HTTP (`test/chaos`). */
export interface Actor {
  readonly random: Random;
  readonly person: Pick<Person, 'userid' | 'username' | 'role'>;
  /** Whether the site is one of ours, and can do all that a desk can. */
  readonly isOurs: boolean;
  /** Of the plan, see `plan.ts`. */
  readonly edition: number;
  /** A text that occurs nowhere else. */
  mark(): string;
  /** Ids of things stored at the place, for choosing one. */
  ids(what: Listing, of?: number): number[];
  /** One of them; more often the newest, or one that everybody works on. */
  pick(what: Listing, of?: number): number | undefined;
  wikiPath(wikiid: number): string | undefined;
  /** What the person reads before they edit; `undefined` where they may not, or it is gone. */
  get<T>(path: string): Promise<T | undefined>;
  /** @returns the answer, `undefined` where the edit was refused */
  write<T>(route: string, body: unknown, mark?: string): Promise<T | undefined>;
}
