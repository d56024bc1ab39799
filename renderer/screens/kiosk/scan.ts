import { plainDigits } from '../../numerals.ts';

export type Scan =
  | { kind: 'guide'; guideid: number }
  /** Digits alone: a guide's number or a work order's. */
  | { kind: 'number'; text: string; guideid: number }
  | { kind: 'order'; text: string };

const guide = [
  /^benchside:\/\/guide\/(-?\d{1,15})(?:\/.*)?$/i,
  /^https?:\/\/[^\s]+?\/(?:Guide|Teardown)\/(?:[^/\s]*\/)?(\d{1,15})(?:[/?#].*)?$/i,
  /^https?:\/\/[^\s]+#\/guide\/(\d{1,15})(?:[/?].*)?$/i,
  /^guide[\s:#-]*(\d{1,15})$/i,
];

/** What a scanned or typed text means; null for nothing. */
export function readScan(scanned: string): Scan | null {
  const text = plainDigits(scanned.trim());
  if (text === '') return null;
  for (const pattern of guide) {
    const id = pattern.exec(text)?.[1];
    if (id !== undefined) return { kind: 'guide', guideid: Number(id) };
  }
  return /^\d{1,15}$/.test(text)
    ? { kind: 'number', text, guideid: Number(text) }
    : { kind: 'order', text: text.slice(0, 255) };
}
