import type { Actor } from './actor.ts';
import { guides } from './guides.ts';
import type { Act } from './guides.ts';
import { media } from './media.ts';
import { people } from './people.ts';
import { wikis } from './wikis.ts';
import { work } from './work.ts';

/** Everything that people do, as often as they do it; and since which edition of plans. */
const all: readonly (readonly [number, Act, number?])[] = [...guides, ...wikis, ...people, ...work, ...media];

export async function doSomething(doing: Actor): Promise<void> {
  const { edition } = doing;
  const known = all.flatMap(([weight, act, since = 1]) => (since <= edition ? [[weight, act] as const] : []));
  await doing.random.weighted(known)(doing);
}
