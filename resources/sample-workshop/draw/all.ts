/** `node draw/all.ts` writes the pictures and `workshop.json` afresh. Drawing takes minutes, so the pictures are committed drawn. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rasterise } from '../../../app/media/imaging.ts';
import { loadSharp } from '../../../app/media/sharp.ts';
import { assemble } from '../content/assemble.ts';
import { scenes } from './scenes.ts';

const here = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Enough for a zoomed picture on a bench's screen. */
const size = { width: 1280, height: 960 };

if (import.meta.main) {
  const sharp = await loadSharp();
  mkdirSync(here('pictures'), { recursive: true });
  for (const file of readdirSync(here('pictures'))) rmSync(here(`pictures/${file}`));
  for (const { name, svg } of scenes.flat()) {
    const { bytes } = await rasterise(svg, size);
    writeFileSync(here(`pictures/${name}.webp`), await sharp(bytes).webp({ quality: 75, effort: 6 }).toBuffer());
  }
  writeFileSync(here('workshop.json'), `${JSON.stringify(assemble(scenes), null, 1)}\n`);
  writeFileSync(here('drawn.json'), `${JSON.stringify(drawings(), null, 1)}\n`);
}

/** Which drawing each picture was made of, as committed in `drawn.json`: the bytes of a picture differ between machines. */
export function drawings(): Record<string, string> {
  const hash = (svg: string): string => createHash('sha256').update(svg).digest('hex');
  return Object.fromEntries(scenes.flat().map(({ name, svg }) => [name, hash(svg)]));
}
