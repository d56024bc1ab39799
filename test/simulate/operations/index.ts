import type { Doing } from '../doing.ts';
import { guides } from './guides.ts';
import type { Act } from './guides.ts';
import { people } from './people.ts';
import { wikis } from './wikis.ts';
import { work } from './work.ts';

/** Everything that people do, as often as they do it. */
const all: readonly (readonly [number, Act])[] = [...guides, ...wikis, ...people, ...work];

export async function doSomething(doing: Doing): Promise<void> {
  await doing.random.weighted(all)(doing);
}
