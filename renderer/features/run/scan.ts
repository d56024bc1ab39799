import type { Guide } from '../../../shared/model/guide.ts';
import { api } from '../../api/client.ts';
import { errorStatus } from '../../api/errors.ts';
import { plainDigits } from '../../numerals.ts';

export type Scan =
  | { kind: 'guide'; guideid: number }
  /** Only digits: the number of a guide or of a work order. */
  | { kind: 'number'; text: string; guideid: number }
  | { kind: 'order'; text: string };

const guide = [
  /^benchside:\/\/guide\/(-?\d{1,15})(?:\/.*)?$/i,
  /^https?:\/\/[^\s]+?\/(?:Guide|Teardown)\/(?:[^/\s]*\/)?(\d{1,15})(?:[/?#].*)?$/i,
  /^https?:\/\/[^\s]+#\/guide\/(\d{1,15})(?:[/?].*)?$/i,
  /^guide[\s:#-]*(\d{1,15})$/i,
];

/** Returns the meaning of a scanned or typed text; null for an empty one. */
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

/** Returns a guide whose number was scanned; null if there is none that the person may see. */
export async function scannedGuide(guideid: number): Promise<Guide | null> {
  try {
    return await api('GET /guides/{guideid}', { params: { guideid } });
  } catch (error) {
    if (errorStatus(error) === 404 || errorStatus(error) === 403) return null;
    throw error;
  }
}
