import { loadSharp } from './sharp.ts';
import { variants } from './imaging.ts';
import type { Original, Variant } from './imaging.ts';

/** Numbered pictures repeat after this many: equal bytes are one file, so a large import draws and stores each once. */
export const distinctDrawings = 240;

/** Draws a plain picture with a number, with the size and weight of a photograph; always the same bytes for a number. */
export async function drawNumbered(n: number, size = { width: 1600, height: 1200 }): Promise<Original> {
  const sharp = await loadSharp();
  const { width, height } = size;
  const grain = await sharp(grainOf(n), { raw: { width: grainSide, height: grainSide, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const bytes = await sharp(Buffer.from(sceneOf(n, width, height)))
    .flatten({ background: 'white' })
    .composite([{ input: grain, tile: true, blend: 'overlay' }])
    .jpeg({ quality: 82 })
    .toBuffer();
  return { bytes, mime: 'image/jpeg', ...size, exif: {} };
}

export const drawVariants = (drawing: Original): Promise<Variant[]> => variants(drawing);

const grainSide = 400;

/** Returns fine noise, without which a drawing would compress to a tenth of a photograph. */
function grainOf(n: number): Uint8Array {
  const random = randomFrom(n);
  const pixels = new Uint8Array(grainSide * grainSide * 3);
  for (let at = 0; at < pixels.length; at += 3) pixels.fill(112 + random() * 32, at, at + 3);
  return pixels;
}

function sceneOf(n: number, width: number, height: number): string {
  const random = randomFrom(n + 1_000_000);
  const hue = Math.round(random() * 360);
  const between = (low: number, high: number): number => Math.round(low + random() * (high - low));
  const part = (): string => {
    const fill = `hsl(${(hue + between(20, 200)) % 360} ${between(25, 60)}% ${between(40, 70)}%)`;
    const [x, y, side] = [between(0, width), between(0, height), between(width / 16, width / 5)];
    return random() < 0.5
      ? `<circle cx="${x}" cy="${y}" r="${side / 2}" fill="${fill}" stroke="#2b3138" stroke-width="6"/>`
      : `<rect x="${x}" y="${y}" width="${side}" height="${side * 0.6}" rx="18" fill="${fill}" stroke="#2b3138" stroke-width="6"/>`;
  };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 30% 82%)"/>` +
    `<stop offset="1" stop-color="hsl(${hue} 30% 55%)"/></linearGradient>` +
    `<rect width="100%" height="100%" fill="url(#g)"/>${Array.from({ length: 14 }, part).join('')}` +
    `${digits(n, width, height)}</svg>`
  );
}

/** Lit segments of the digits 0 to 9: top, upper right, lower right, bottom, lower left, upper left, middle. */
const bars = [
  '1111110',
  '0110000',
  '1101101',
  '1111001',
  '0110011',
  '1011011',
  '1011111',
  '1110000',
  '1111111',
  '1111011',
];
const barPlaces = [
  [0, 0, 4, 1],
  [4, 1, 1, 4],
  [4, 6, 1, 4],
  [0, 10, 4, 1],
  [-1, 6, 1, 4],
  [-1, 1, 1, 4],
  [0, 5, 4, 1],
] as const;

/** Draws digits as bars, because a machine may have no fonts. */
function digits(n: number, width: number, height: number): string {
  const text = String(Math.abs(Math.trunc(n)));
  const unit = Math.min(height / 26, width / (text.length * 8 + 4));
  const left = (width - text.length * 8 * unit) / 2 + 2 * unit;
  const top = (height - 11 * unit) / 2;
  const lit = [...text].flatMap((digit, index) =>
    barPlaces
      .filter((_, bar) => bars[Number(digit)]?.[bar] === '1')
      .map(
        ([x, y, w, h]) =>
          `<rect x="${left + (index * 8 + x) * unit}" y="${top + y * unit}" width="${w * unit}" height="${h * unit}" rx="${unit / 3}"/>`,
      ),
  );
  const plate =
    `<rect x="${left - 3 * unit}" y="${top - 2 * unit}" width="${text.length * 8 * unit + 2 * unit}" ` +
    `height="${15 * unit}" rx="${unit}" fill="#fff" opacity=".85"/>`;
  return `${plate}<g fill="#1d2329">${lit.join('')}</g>`;
}

/** Returns a small seeded generator (mulberry32), so that a number always gives the same picture. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
