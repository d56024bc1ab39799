import { material } from './colours.ts';
import { lettering } from './lettering.ts';
import { at, bar, circle, disc, face, panel, pillar, polar, post, rect, stroke, tint } from './svg.ts';

export const wire = (d: string, hex: string, width = 14): string =>
  stroke(d, tint(hex, -0.5), width + 6) + stroke(d, hex, width) + stroke(d, '#fff', width * 0.22, { opacity: 0.4 });

/** A plug seen from above, wires leaving towards +x. */
export const plug = (x: number, y: number, turn: number, pins: number, hex: string = material.white, pitch = 24): string => {
  const h = pins * pitch + 16;
  const slots = Array.from({ length: pins }, (_, i) => `M-30 ${-h / 2 + 8 + (i + 0.5) * pitch}h22`).join('');
  return at(
    x,
    y,
    turn,
    1,
    panel(-44, -h / 2, 88, h, hex, 8),
    rect(44, -h / 2 + 10, 14, h - 20, { rx: 4, fill: tint(hex, -0.3) }),
    stroke(slots, material.ink, pitch - 14, { opacity: 0.75 }),
  );
};

/** A header soldered to a board, opening towards +x. */
export const socket = (x: number, y: number, turn: number, pins: number, hex: string = material.cream, pitch = 24): string => {
  const h = pins * pitch + 28;
  const contacts = Array.from({ length: pins }, (_, i) => `M-10 ${-h / 2 + 14 + (i + 0.5) * pitch}h44`).join('');
  return at(x, y, turn, 1, panel(-36, -h / 2, 66, h, hex, 6), stroke(contacts, material.brass, pitch - 14));
};

export const spade = (x: number, y: number, turn: number, hex: string): string =>
  at(x, y, turn, 1, panel(-46, -20, 66, 40, hex, 10), bar(20, -9, 34, 18, material.brass, 3), stroke('M-46 0h-20', tint(hex, -0.3), 16));

export const chip = (x: number, y: number, w: number, h: number): string => {
  const legs = Array.from({ length: Math.floor(w / 22) }, (_, i) => `M${x + 14 + i * 22} ${y - 8}V${y + h + 8}`).join('');
  return (
    stroke(legs, '#c9cdc8', 7) +
    rect(x, y, w, h, { rx: 4, fill: face('#30363c'), stroke: '#15191d', 'stroke-width': 3 }) +
    circle(x + 14, y + h - 14, 5, { fill: '#6d767d' })
  );
};

/** A bare board with traces; components go on top. */
export const board = (x: number, y: number, w: number, h: number, hex: string = material.board, r = 12): string => {
  const rows = Math.max(2, Math.floor(h / 90));
  const traces = Array.from({ length: rows }, (_, i) => {
    const ty = y + 34 + (i * (h - 68)) / Math.max(1, rows - 1);
    const bend = 26 * (i % 2 === 0 ? 1 : -1) * (i === 0 || i === rows - 1 ? 0.4 : 1);
    return `M${x + 40} ${Math.round(ty)}H${Math.round(x + w * (0.3 + 0.13 * (i % 3)))}l26 ${Math.round(bend)}H${x + w - 50 - (i % 4) * 20}`;
  }).join('');
  return panel(x, y, w, h, hex, r) + stroke(traces, tint(hex, 0.25), 5, { opacity: 0.8 });
};

/** A resistor or other two-leg part lying on a board. */
export const part = (x: number, y: number, turn: number, hex: string = material.sand): string =>
  at(x, y, turn, 1, stroke('M-44 0H44', '#c9cdc8', 6), bar(-26, -12, 52, 24, hex, 10), stroke('M-10 -10V10M6 -10V10', tint(hex, -0.4), 5));

/** An electrolytic capacitor standing on a board. */
export const canTop = (x: number, y: number, r: number, hex: string = material.navy): string =>
  disc(x, y, r, hex) +
  disc(x, y, r * 0.82, material.alu) +
  stroke(`M${x - r * 0.45} ${y}H${x + r * 0.45}M${x} ${y - r * 0.45}V${y + r * 0.45}`, '#8b959c', r * 0.08);

/** A capacitor from the side, terminals up. */
export const canSide = (x: number, y: number, w: number, h: number, hex: string = material.navy): string =>
  pillar(x, y, w, h, hex, 18) +
  rect(x + w * 0.72, y + 8, w * 0.16, h - 16, { rx: 6, fill: '#fff', opacity: 0.55 }) +
  rect(x + 4, y - 10, w - 8, 26, { rx: 10, fill: post(material.graphite), stroke: '#1a1f24', 'stroke-width': 3 });

/** A cylindrical cell from the side, positive end towards +x. */
export const cell = (x: number, y: number, length: number, diameter: number, hex: string = material.teal): string =>
  bar(x + length - 4, y + diameter * 0.3, 14, diameter * 0.4, material.steel, 4) +
  bar(x, y, length, diameter, hex, 12) +
  rect(x + length - 26, y + 4, 14, diameter - 8, { fill: '#fff', opacity: 0.55 });

/** A lithium pouch battery from above. */
export const pouch = (x: number, y: number, w: number, h: number, text: string): string =>
  panel(x, y, w, h, material.graphite, 14) +
  rect(x + 18, y + 18, w - 36, h - 36, { rx: 8, stroke: '#fff', 'stroke-opacity': 0.16, 'stroke-width': 4 }) +
  lettering(x + 40, y + 42, text, 26, '#aeb8bf');

export const led = (x: number, y: number, size: number, on = true): string =>
  rect(x - size / 2, y - size / 2, size, size, { rx: size * 0.2, fill: '#f4f0df', stroke: '#9b9684', 'stroke-width': 3 }) +
  circle(x, y, size * 0.3, { fill: on ? '#f5d155' : '#d9cf9a' });

/** A fan from above. */
export const fan = (x: number, y: number, r: number, hex: string = material.graphite): string => {
  const blades = Array.from({ length: 11 }, (_, i) => {
    const at = (reach: number, turn: number): string => polar(x, y, r * reach, (i * 360) / 11 + turn).join(' ');
    return `M${at(0.34, 0)}Q${at(0.62, 6)} ${at(0.87, 20)}`;
  }).join('');
  return (
    disc(x, y, r, tint(hex, -0.25)) +
    stroke(blades, tint(hex, 0.18), r * 0.12) +
    disc(x, y, r * 0.36, hex) +
    circle(x, y, r * 0.22, { stroke: '#fff', 'stroke-opacity': 0.2, 'stroke-width': 5 })
  );
};
