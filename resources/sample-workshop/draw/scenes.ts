import { pictures as grinder } from './scenes/angle-grinder.ts';
import { pictures as pack } from './scenes/battery-pack.ts';
import { pictures as chain } from './scenes/bicycle-chain.ts';
import { pictures as categories } from './scenes/categories.ts';
import { pictures as coffee } from './scenes/coffee-grinder.ts';
import { pictures as drill } from './scenes/cordless-drill.ts';
import { pictures as brake } from './scenes/disc-brake.ts';
import { pictures as scooter } from './scenes/e-scooter.ts';
import { pictures as group } from './scenes/espresso-group.ts';
import { pictures as espresso } from './scenes/espresso-machine.ts';
import { pictures as floodlight } from './scenes/floodlight.ts';
import { pictures as garden } from './scenes/garden-pump.ts';
import { pictures as headphones } from './scenes/headphones.ts';
import { pictures as items } from './scenes/items.ts';
import { pictures as laptop } from './scenes/laptop.ts';
import { pictures as measuring } from './scenes/measuring.ts';
import { pictures as soldering } from './scenes/soldering.ts';
import { pictures as sump } from './scenes/submersible-pump.ts';
import { pictures as washer } from './scenes/washing-machine.ts';
import type { Picture } from './kit/svg.ts';

/** In the order of their image ids: a scene has a hundred of its own, so append, never insert. */
export const scenes: readonly (readonly Picture[])[] = [
  measuring,
  soldering,
  drill,
  pack,
  grinder,
  espresso,
  coffee,
  brake,
  chain,
  laptop,
  washer,
  sump,
  garden,
  headphones,
  floodlight,
  scooter,
  items,
  categories,
  group,
];
