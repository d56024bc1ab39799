import type { Actor } from './actor.ts';
import { editReleased, guides, patchGuide, releaseNow } from './guides.ts';
import type { Act } from './guides.ts';
import { media } from './media.ts';
import { people } from './people.ts';
import { patchPage, wikis } from './wikis.ts';
import { work } from './work.ts';

/** Everything that people do, as often as they do it; and since which edition of plans. */
const all: readonly (readonly [number, Act, number?])[] = [...guides, ...wikis, ...people, ...work, ...media];

/** Acts that a plan can ask for by name. */
const named = { guide: patchGuide, page: patchPage, release: releaseNow, draft: editReleased };

export type NamedAct = keyof typeof named;

/** @param name of the act; chance decides without it */
export async function doSomething(doing: Actor, name?: NamedAct): Promise<void> {
  const { edition } = doing;
  if (name) return void (await named[name](doing));
  const known = all.flatMap(([weight, act, since = 1]) => (since <= edition ? [[weight, act] as const] : []));
  await doing.random.weighted(known)(doing);
}
