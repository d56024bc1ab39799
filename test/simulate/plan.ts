import type { Portal } from './network.ts';
import type { NamedAct } from './operations/index.ts';
import { Random } from './random.ts';
import { withStory } from './stories.ts';

/** One event of an episode. Its effect depends on its own seed and on the present state. */
export type Step =
  /** A person makes some edits, at desk `at` or, with −1, at the site: random ones, or those that `act` names. */
  | { do: 'edit'; at: number; seed: number; times: number; act?: NamedAct }
  /**
   * A round of sync. `faults`: share of requests that fail; `busy`: people keep working meanwhile; `crash`, `fills`: number of
   * transactions, requests and answers after which the process dies, or the disk is full; `refuses`: share of edits that the hub refuses;
   * `portal`: something answers in the site's place; by chance if absent.
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
      portal?: Portal;
    }
  | { do: 'crash'; at: number; reboot: boolean }
  /** A person changes the clock of a desk, by seconds. */
  | { do: 'clock'; at: number; by: number }
  | { do: 'wait'; by: number }
  | { do: 'network'; at: number; up: boolean }
  | { do: 'disk'; at: number; full: boolean }
  /** The site ends one of a person's sign-ins. */
  | { do: 'revoke'; at: number; seed: number }
  /** One of the people of a desk signs in: the one at the index `who`, or anyone. */
  | { do: 'sign in'; at: number; seed: number; who?: number }
  /** A person decides a parked edit, or discards it. */
  | { do: 'decide'; at: number; seed: number; givesUp?: boolean }
  /** Delayed requests arrive. */
  | { do: 'late' }
  | { do: 'restart site' }
  /** The hub is backed up: its folder is copied while it is stopped, or by the command while it runs. */
  | { do: 'back up'; how: 'copy' | 'command' }
  /** The hub is restored from one of its backups, or from its first day. */
  | { do: 'restore'; seed: number }
  /** The hub's clock jumps ahead by some seconds, a person edits there, and the clock is right again. */
  | { do: 'site clock'; by: number; seed: number }
  /** The pending edits of a desk are exported to a stick; later another desk imports it. */
  | { do: 'export'; at: number }
  | { do: 'import'; at: number; seed: number }
  /** The hub writes a bundle to a stick; later desks import any of these bundles. Only scenarios have this. */
  | { do: 'bundle' }
  | { do: 'take bundle'; at: number; seed: number; newest?: boolean; crash?: number }
  /** The hub takes the edits of any stick, or of one that someone has changed; its courier may die. */
  | { do: 'take edits'; seed: number; crash?: number; forged?: boolean }
  /** The pending edits of a desk go on a stick, whose edits the hub takes at once. */
  | { do: 'carry edits'; at: number; crash?: number }
  /** The folder of a desk is copied to a second machine, and both continue. */
  | { do: 'copy'; at: number };

/** Faults of a third-party site: shares of requests. */
export interface PlainKnobs {
  throttled: number;
  tokenDeaths: number;
  nullRevisions: boolean;
}

/** Edition of the actions and faults; a stored plan keeps its meaning when more are added. */
export const newestEdition = 13;

export interface Plan {
  seed: number;
  /** The first edition, unless given. */
  edition?: number;
  /** True if the site is a third-party site. */
  plain?: PlainKnobs;
  /** The people of each desk, as indices into the people of the world, and whether it starts empty. */
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

/** For episodes with a third-party site. */
const plainShare = 0.3;

/** Returns the episode of a seed. Pure. Each edition gives another one. */
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
    case 'carry edits':
      return { do: kind, at };
    case 'bundle':
      return { do: kind };
    case 'take bundle':
      return { do: kind, at, seed };
    case 'take edits':
      return { do: kind, seed };
    case 'import':
      return { do: kind, at, seed };
  }
}
