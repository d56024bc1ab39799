import { material } from './colours.ts';
import { at, bar, circle, disc, face, path, pillar, polar, rect, ring, solid, stroke, tint } from './svg.ts';
import type { Point } from './svg.ts';

export type Drive = 'cross' | 'star' | 'hex' | 'slot';

const dark = '#2b3238';

function driveRecess(drive: Drive, r: number): string {
  if (drive === 'cross') return stroke(`M${-r} 0H${r}M0 ${-r}V${r}`, dark, r * 0.42);
  if (drive === 'slot') return stroke(`M${-r} 0H${r}`, dark, r * 0.42);
  const sides = 6;
  const points = Array.from({ length: sides }, (_, i) => (i * 2 * Math.PI) / sides);
  if (drive === 'hex') {
    return path(`M${points.map((a) => `${(r * Math.cos(a)).toFixed(1)} ${(r * Math.sin(a)).toFixed(1)}`).join('L')}Z`, { fill: dark });
  }
  return stroke([0, 60, 120].map((a) => spoke(a, r)).join(''), dark, r * 0.42);
}

const spoke = (degrees: number, r: number): string => {
  const x = (r * Math.cos((degrees * Math.PI) / 180)).toFixed(1);
  const y = (r * Math.sin((degrees * Math.PI) / 180)).toFixed(1);
  return `M${x} ${y}L${-Number(x)} ${-Number(y)}`;
};

/** A screw head from above. */
export const screw = (x: number, y: number, r = 20, drive: Drive = 'cross', hex: string = material.steel): string =>
  at(x, y, (x * 7 + y * 3) % 60, 1, disc(0, 0, r, hex), driveRecess(drive, r * 0.48));

export const screws = (points: readonly Point[], r = 20, drive: Drive = 'cross', hex: string = material.steel): string =>
  points.map(([x, y]) => screw(x, y, r, drive, hex)).join('');

export const hole = (x: number, y: number, r = 16, hex: string = material.slate): string =>
  circle(x, y, r, { fill: tint(hex, -0.65), stroke: tint(hex, -0.35), 'stroke-width': r * 0.3 });
export const holes = (points: readonly Point[], r = 16, hex: string = material.slate): string => points.map(([x, y]) => hole(x, y, r, hex)).join('');

/** A screw from the side, head at the origin, thread along +x. */
function looseScrew(x: number, y: number, turn: number, length = 90, width = 20, hex: string = material.steel): string {
  const half = width / 2;
  const thread = Array.from({ length: Math.floor((length - 14) / 10) }, (_, i) => `M${8 + i * 10} ${-half}l6 ${width}`).join('');
  return at(
    x,
    y,
    turn,
    1,
    solid(`M0 ${-half}H${length - 12}L${length} 0 ${length - 12} ${half}H0Z`, hex, `url(#t${hex.slice(1)})`),
    stroke(thread, tint(hex, -0.45), 3),
    solid(`M0 ${-width}Q${-width} ${-width} ${-width} 0T0 ${width}Z`, hex, `url(#t${hex.slice(1)})`),
  );
}

/** Screws laid in a row, as sorted on the mat. */
export const screwRow = (x: number, y: number, count: number, gap = 62, length = 80, width = 18): string =>
  Array.from({ length: count }, (_, i) => looseScrew(x + i * gap, y, 90, length, width)).join('');

export function gear(x: number, y: number, r: number, teeth: number, hex: string): string {
  const parts: string[] = [];
  for (let i = 0; i < teeth; i += 1) {
    const a = (i * 2 * Math.PI) / teeth;
    const w = Math.PI / teeth;
    for (const [radius, angle] of [
      [r * 0.86, a - w * 0.9],
      [r, a - w * 0.45],
      [r, a + w * 0.45],
      [r * 0.86, a + w * 0.9],
    ] as const) {
      parts.push(`${Math.round(x + radius * Math.cos(angle))} ${Math.round(y + radius * Math.sin(angle))}`);
    }
  }
  return solid(`M${parts.join('L')}Z`, hex) + circle(x, y, r * 0.66, { stroke: '#fff', 'stroke-opacity': 0.25, 'stroke-width': 4 });
}

/** A coil spring along +x. */
export const spring = (x: number, y: number, turn: number, length: number, width: number, coils = 7, hex: string = material.iron): string => {
  const step = length / coils;
  const d = Array.from({ length: coils }, (_, i) => `M${Math.round(i * step)} ${width / 2}L${Math.round(i * step + step * 0.6)} ${-width / 2}`).join(
    '',
  );
  const back = Array.from(
    { length: coils - 1 },
    (_, i) => `M${Math.round(i * step + step * 0.6)} ${-width / 2}L${Math.round((i + 1) * step)} ${width / 2}`,
  ).join('');
  return at(x, y, turn, 1, stroke(back, tint(hex, -0.4), 7), stroke(d, tint(hex, -0.5), 13), stroke(d, tint(hex, 0.2), 7));
};

/** A hexagon nut or bolt head from above. */
export const nut = (x: number, y: number, r: number, hex: string = material.steel, bore = 0.45): string => {
  const corners = Array.from(
    { length: 6 },
    (_, i) => `${Math.round(x + r * Math.cos((i * Math.PI) / 3 + 0.3))} ${Math.round(y + r * Math.sin((i * Math.PI) / 3 + 0.3))}`,
  );
  return (
    solid(`M${corners.join('L')}Z`, hex) +
    circle(x, y, r * 0.72, { stroke: '#fff', 'stroke-opacity': 0.35, 'stroke-width': 4 }) +
    (bore > 0 ? disc(x, y, r * bore, material.graphite) : '')
  );
};

/** A motor from the side, shaft towards +x, its middle at x, y. */
export const motor = (x: number, y: number, length: number, diameter: number, hex: string = material.iron): string => {
  const half = diameter / 2;
  const slots = [0.25, 0.5, 0.75]
    .map((at) => `M${Math.round(x - length * 0.32)} ${Math.round(y - half + diameter * at)}h${Math.round(length * 0.18)}`)
    .join('');
  return (
    bar(x + length / 2, y - half * 0.18, length * 0.2, half * 0.36, material.steel, 4) +
    bar(x - length / 2, y - half, length, diameter, hex, 18) +
    bar(x - length / 2 - 14, y - half * 0.7, 34, diameter * 0.7, material.graphite, 10) +
    bar(x + length / 2 - 30, y - half * 0.94, 34, diameter * 0.94, tint(hex, -0.15), 6) +
    stroke(slots, tint(hex, -0.55), 12)
  );
};

/** A bent tube or hose: casing, body and a line of light. */
export const hose = (d: string, hex: string, width: number): string =>
  stroke(d, tint(hex, -0.5), width + 8) + stroke(d, hex, width) + stroke(d, '#fff', width * 0.2, { opacity: 0.35 });

export const clip = (x: number, y: number, turn: number, width: number): string =>
  at(
    x,
    y,
    turn,
    1,
    pillar(-width / 2, -width * 0.16, width, width * 0.32, material.steel, 4),
    rect(width * 0.2, -width * 0.34, width * 0.22, width * 0.28, { rx: 4, fill: face(material.iron), stroke: dark, 'stroke-width': 3 }),
  );

export const oRing = (x: number, y: number, r: number, hex: string = material.rubber): string => ring(x, y, r, r * 0.16, hex);

/** Grains and fluff, finer towards the rim. */
export const dirt = (x: number, y: number, spread: number, hex = '#6b5a48', count = 14): string =>
  [0, 1]
    .map((size) => {
      const grains = Array.from({ length: Math.ceil(count / 2) }, (_, i) => {
        const n = i * 2 + size;
        const [gx, gy] = polar(0, 0, spread * Math.sqrt((n + 0.5) / count), n * 137);
        return `M${Math.round(x + gx)} ${Math.round(y + gy * 0.8)}h${(n * 5) % 9}`;
      }).join('');
      return stroke(grains, hex, 14 + size * 9, { opacity: 0.75 });
    })
    .join('');

/** An impeller from the front, blades curved backwards. */
export const fanBlades = (x: number, y: number, r: number, count: number, hex: string): string =>
  disc(x, y, r, tint(hex, 0.25)) +
  Array.from({ length: count }, (_, i) =>
    at(
      x,
      y,
      (i * 360) / count,
      1,
      solid(
        `M${Math.round(r * 0.2)} ${Math.round(-r * 0.08)}Q${Math.round(r * 0.6)} ${Math.round(-r * 0.3)} ${Math.round(r * 0.94)} ${Math.round(r * 0.02)}L${Math.round(r * 0.9)} ${Math.round(r * 0.14)}Q${Math.round(r * 0.6)} ${Math.round(-r * 0.12)} ${Math.round(r * 0.2)} ${Math.round(r * 0.08)}Z`,
        hex,
      ),
    ),
  ).join('') +
  disc(x, y, r * 0.24, hex) +
  disc(x, y, r * 0.1, material.steel);
