import { limits } from '../../../shared/limits.ts';
import type { LineValue } from '../../features/edit/step-value.ts';
import { newLine } from '../../features/edit/step-value.ts';

/** Returns the deepest level that a line may have at its place. */
export const deepest = (lines: readonly LineValue[], index: number): number =>
  Math.min(limits.step.level.max, (lines[index - 1]?.level ?? -1) + 1);

export const withLine = (
  lines: readonly LineValue[],
  index: number,
  change: Partial<LineValue>,
): LineValue[] => lines.map((line, at) => (at === index ? { ...line, ...change } : line));

/** Splits a line at the cursor; the second line keeps bullet and level. */
export function splitLine(lines: readonly LineValue[], index: number, at: number): LineValue[] {
  const line = lines[index];
  if (!line) return [...lines];
  const rest = { ...newLine(line), text: line.text.slice(at).trimStart() };
  return [
    ...lines.slice(0, index),
    { ...line, text: line.text.slice(0, at).trimEnd() },
    rest,
    ...lines.slice(index + 1),
  ];
}

/** Turns pasted lines of text into lines of the step, up to the limit. */
export function pasteLines(
  lines: readonly LineValue[],
  index: number,
  { before, after, pasted }: { before: string; after: string; pasted: string },
): LineValue[] {
  const line = lines[index];
  if (!line) return [...lines];
  const texts = pasted.split(/\r?\n/).filter((text) => text.trim() !== '');
  const room = limits.step.lines.max - lines.length;
  const [first = '', ...more] = texts;
  const own = more.slice(0, room);
  // The text beyond the limit goes into the last line, so that nothing is lost.
  const rest = more.slice(room).join('\n');
  const made = own.map((text) => ({ ...newLine(line), text }));
  const all = [{ ...line, text: before + first }, ...made];
  const last = all.length - 1;
  const ended = all.map((one, at) =>
    at === last ? { ...one, text: [one.text, rest].filter(Boolean).join('\n') + after } : one,
  );
  return [...lines.slice(0, index), ...ended, ...lines.slice(index + 1)];
}
