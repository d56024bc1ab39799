import type { NamedAct } from './operations/index.ts';
import { Random } from './random.ts';
import { withStory } from './stories.ts';

/** One thing that happens in an episode. What it comes to depends on its own seed and on the state it meets. */
export type Step =
  /** Somebody edits some things, at desk `at` or, with −1, at the site: what chance chooses, or what `act` names. */
  | { do: 'edit'; at: number; seed: number; times: number; act?: NamedAct }
  /**
   * A round of sync. `faults`: share of requests that go wrong; `busy`: people go on working meanwhile; `crash`, `fills`:
   * transactions, requests and answers after which the process dies, or the disk is full; `refuses`: share of edits that the
   * hub does not take.
   */
  | {
      do: 'round';
      at: number;
      seed: number;
      faults: number;
      busy: boolean;
      crash?: number;
      fills?: number;
      refuses?: number;
    }
  | { do: 'crash'; at: number; reboot: boolean }
  /** Somebody sets the clock of a desk, by seconds. */
  | { do: 'clock'; at: number; by: number }
  | { do: 'wait'; by: number }
  | { do: 'network'; at: number; up: boolean }
  | { do: 'disk'; at: number; full: boolean }
  /** The site ends one of somebody's sign-ins. */
  | { do: 'revoke'; at: number; seed: number }
  /** One of the people of a desk signs in: the one at the index `who`, or anyone. */
  | { do: 'sign in'; at: number; seed: number; who?: number }
  /** Somebody decides about what was set aside, or discards it. */
  | { do: 'decide'; at: number; seed: number; givesUp?: boolean }
  /** Requests that were held up on their way arrive. */
  | { do: 'late' }
  | { do: 'restart site' }
  /** The hub is backed up: its folder is copied while it stands still, or by the command while it runs. */
  | { do: 'back up'; how: 'copy' | 'command' }
  /** The hub goes on with one of its backups, or with its first day. */
  | { do: 'restore'; seed: number }
  /** The hub's clock jumps ahead by some seconds, somebody edits there, and the clock is right again. */
  | { do: 'site clock'; by: number; seed: number }
  /** What waits at a desk is written to a stick; later another desk takes it over. */
  | { do: 'export'; at: number }
  | { do: 'import'; at: number; seed: number }
  /** The folder of a desk is copied to a second machine, and both go on. */
  | { do: 'copy'; at: number };

/** How a site of others behaves: shares of requests. */
export interface PlainKnobs {
  throttled: number;
  tokenDeaths: number;
  nullRevisions: boolean;
}

/** What people can do, and what can go wrong; a plan that is kept goes on to mean what it meant when more is added. */
export const newestEdition = 10;

export interface Plan {
  seed: number;
  /** The first, unless given. */
  edition?: number;
  /** The site is not one of ours. */
  plain?: PlainKnobs;
  /** Who works at each desk, as indices into the people of the world; and whether it starts with nothing. */
  desks: { people: number[]; empty: boolean }[];
  steps: Step[];
}

const kinds: readonly (readonly [number, Step['do']])[] = [
  [50, 'edit'],
  [22, 'round'],
  [3, 'crash'],
  [2, 'clock'],
  [5, 'wait'],
  [4, 'network'],
  [2, 'disk'],
  [2, 'revoke'],
  [3, 'sign in'],
  [4, 'decide'],
  [2, 'late'],
  [1, 'restart site'],
  [1, 'back up'],
  [1.2, 'restore'],
  [0.7, 'site clock'],
  [1.2, 'export'],
  [1.5, 'import'],
  [0.7, 'copy'],
];

const day = 86_400;
const year = 365 * day;

/** Of episodes whose site is not one of ours. */
const plainShare = 0.3;

/** The episode of a seed. Pure. Each edition makes another one of it. */
export function planOf(seed: number, peopleCount: number, edition = newestEdition): Plan {
  const random = new Random(seed);
  const desks = Array.from({ length: 3 + Math.floor(random.next() ** 2 * 6) }, () => ({
    people: random
      .shuffled(Array.from({ length: peopleCount }, (_, index) => index))
      .slice(0, 1 + random.int(3)),
    empty: random.chance(0.15),
  }));
  const steps = Array.from({ length: 15 + random.int(40) }, () => stepOf(random, desks.length));
  const plain: PlainKnobs = {
    throttled: random.chance(0.5) ? 0.02 : 0,
    tokenDeaths: random.chance(0.4) ? 0.003 : 0,
    nullRevisions: random.chance(0.2),
  };
  const isPlain = random.chance(plainShare);
  const told = edition > 9 && !isPlain ? withStory(random, { desks, steps }) : { desks, steps };
  return { seed, edition, ...(isPlain ? { plain } : {}), ...told };
}

function stepOf(random: Random, desks: number): Step {
  const kind = random.weighted(kinds);
  const at = random.int(desks);
  const seed = random.seed();
  switch (kind) {
    case 'edit':
      return {
        do: kind,
        at: random.chance(0.25) ? -1 : at,
        seed,
        times: 1 + Math.floor(random.next() ** 2 * 5),
      };
    case 'round':
      return {
        do: kind,
        at,
        seed,
        faults: random.chance(0.5) ? 0 : random.next() * 0.4,
        busy: random.chance(0.4),
        ...(random.chance(0.12) ? { crash: 1 + random.int(30) } : {}),
        ...(random.chance(0.03) ? { fills: 1 + random.int(30) } : {}),
      };
    case 'crash':
      return { do: kind, at, reboot: random.chance(0.3) };
    case 'clock':
      return {
        do: kind,
        at,
        by: Math.round((random.next() - 0.5) * (random.pick([120, 7_200, 864_000, 4 * year]) ?? 1)),
      };
    case 'wait':
      return { do: kind, by: Math.round(random.next() * (random.chance(0.2) ? 86_400 : 900)) };
    case 'network':
      return { do: kind, at, up: random.chance(0.5) };
    case 'disk':
      return { do: kind, at, full: random.chance(0.5) };
    case 'revoke':
    case 'sign in':
    case 'decide':
      return { do: kind, at, seed };
    case 'late':
    case 'restart site':
      return { do: kind };
    case 'back up':
      return { do: kind, how: random.chance(0.5) ? 'copy' : 'command' };
    case 'restore':
      return { do: kind, seed };
    case 'site clock':
      return { do: kind, by: 40 * day, seed };
    case 'export':
    case 'copy':
      return { do: kind, at };
    case 'import':
      return { do: kind, at, seed };
  }
}
