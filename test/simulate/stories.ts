import type { Role } from '../../app/store/actor.ts';
import type { Plan, Step } from './plan.ts';
import type { Random } from './random.ts';
import { roles } from './roles.ts';

type Desks = Plan['desks'];

export interface Story {
  steps: Step[];
  /** The people of the story's desk, if that matters. */
  people?: number[];
}

/** A desk, another one, and a seed for each event of a story. */
export interface Cast {
  at: number;
  other: number;
  random: Random;
}

export const edit = (
  { random }: Cast,
  at: number,
  act?: (Step & { do: 'edit' })['act'],
  times = 3,
): Step => ({
  do: 'edit',
  at,
  seed: random.seed(),
  times,
  ...(act ? { act } : {}),
});

export const round = ({ random }: Cast, at: number, refuses?: number): Step & { do: 'round' } => ({
  do: 'round',
  at,
  seed: random.seed(),
  faults: 0,
  busy: false,
  ...(refuses === undefined ? {} : { refuses }),
});

export const online = (at: number): Step => ({ do: 'network', at, up: true });

/** A journal on a stick reaches a desk that has newer data than the journal. */
function lateStick(cast: Cast): Story {
  const { at, other, random } = cast;
  // The same people at the same pages and guides, twice.
  const writing = [edit(cast, at), edit(cast, at, 'guide'), edit(cast, at, 'page')];
  return {
    steps: [
      online(at),
      online(other),
      ...writing,
      { do: 'export', at },
      round(cast, at),
      ...writing,
      round(cast, at),
      round(cast, other),
      { do: 'import', at: other, seed: random.seed() },
      round(cast, other),
    ],
  };
}

export const indicesOf = (wanted: Role): number[] =>
  roles.flatMap((role, index) => (role === wanted ? [index] : []));

/** Three people share a desk. The one who may not see drafts reads the feed line of a draft after the two who may. */
function slowReader(cast: Cast): Story {
  const { at, random } = cast;
  const authors = random.shuffled(indicesOf('author')).slice(0, 2);
  const reads = (who: number): Step[] => [{ do: 'sign in', at, seed: random.seed(), who }, round(cast, at)];
  return {
    people: [...authors, ...indicesOf('technician')],
    steps: [
      online(at),
      ...[1, 2].map(() => edit(cast, -1, 'release')),
      ...[2, 0, 1].flatMap(reads),
      ...[1, 2].map(() => edit(cast, -1, 'draft')),
      ...[1, 0, 2].flatMap(reads),
    ],
  };
}

/** A release that the hub refuses is discarded, after its guide was edited. */
export function refusedRelease(cast: Cast): Story {
  const { at, random } = cast;
  return {
    steps: [
      online(at),
      round(cast, at),
      edit(cast, at, 'release'),
      edit(cast, at, 'draft'),
      round(cast, at, 1),
      ...[1, 2, 3].map((): Step => ({ do: 'decide', at, seed: random.seed(), givesUp: random.chance(0.7) })),
      round(cast, at),
    ],
  };
}

const stories: readonly (readonly [number, (cast: Cast) => Story])[] = [
  [2, lateStick],
  [1, slowReader],
  [1, refusedRelease],
];

const share = 0.25;

/** Gives some episodes a story: related steps in an order that seldom occurs by chance. */
export function withStory(
  random: Random,
  { desks, steps }: Pick<Plan, 'desks' | 'steps'>,
): {
  desks: Desks;
  steps: Step[];
} {
  if (!random.chance(share)) return { desks, steps };
  const at = random.int(desks.length);
  const other = (at + 1 + random.int(desks.length - 1)) % desks.length;
  const story = random.weighted(stories)({ at, other, random });
  const { people = desks[at]?.people ?? [] } = story;
  // Later steps may repair what the story left wrong.
  const begin = random.chance(0.7) ? steps.length : random.int(steps.length);
  return {
    desks: desks.with(at, { empty: false, ...desks[at], people }),
    steps: steps.toSpliced(begin, 0, ...story.steps),
  };
}
