import { limits, sizeOf } from '../../../shared/limits.ts';
import type { Limit } from '../../../shared/limits.ts';

/** Returns the tables of `LIMITS.md`: a table for each group, a row for each limit. */
export function limitTables(): string {
  return Object.entries<Record<string, Limit>>(limits)
    .map(([group, entries]) => `## ${spaced(group)}\n\n${table(Object.entries(entries))}`)
    .join('\n\n');
}

const table = (entries: [string, Limit][]): string =>
  [
    ['limit', 'at most', 'why'],
    ['---', '--:', '---'],
    ...entries.map(([name, { max, unit, why }]) => [spaced(name), amount(max, unit), why]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

function amount(max: number, unit: string): string {
  if (unit !== 'bytes') return `${String(max).replaceAll(/\B(?=(\d{3})+$)/g, ' ')} ${unit}`;
  return sizeOf(max);
}

const spaced = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
