/** `node draw/all.ts` writes the pictures and `workshop.json` afresh. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assemble } from '../content/assemble.ts';
import { scenes } from './scenes.ts';

const here = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

mkdirSync(here('pictures'), { recursive: true });
for (const file of readdirSync(here('pictures'))) rmSync(here(`pictures/${file}`));
for (const picture of scenes.flat()) writeFileSync(here(`pictures/${picture.name}.svg`), picture.svg);
writeFileSync(here('workshop.json'), `${JSON.stringify(assemble(scenes), null, 1)}\n`);
