import type { Listing } from '../place.ts';
import type { Random } from '../random.ts';
import type { Person } from '../world.ts';

/** A person at a desk or at the site with their next action: in one process (`doing.ts`) or over HTTP (`test/chaos`). */
export interface Actor {
  readonly random: Random;
  readonly person: Pick<Person, 'userid' | 'username' | 'role'>;
  /** True if the site is one of ours, with everything that a desk can do. */
  readonly isOurs: boolean;
  /** The edition of the plan, see `plan.ts`. */
  readonly edition: number;
  /** Returns a text that occurs nowhere else. */
  mark(): string;
  /** Returns ids of things stored at the place, to choose one. */
  ids(what: Listing, of?: number): number[];
  /** Returns one of them; more often the newest, or one that everyone works on. */
  pick(what: Listing, of?: number): number | undefined;
  wikiPath(wikiid: number): string | undefined;
  /** Returns the document that the person reads before they edit it; `undefined` if they may not, or it was deleted. */
  get<T>(path: string): Promise<T | undefined>;
  /** @returns the answer, `undefined` if the edit was refused */
  write<T>(route: string, body: unknown, mark?: string): Promise<T | undefined>;
}
