import { limits } from '../../../shared/limits.ts';
import type { LineValue } from './step-value.ts';
import { newLine } from './step-value.ts';

/** How deep a line may be where it stands. */
export const deepest = (lines: readonly LineValue[], index: number): number =>
  Math.min(limits.step.level.max, (lines[index - 1]?.level ?? -1) + 1);

export const withLine = (
  lines: readonly LineValue[],
  index: number,
  change: Partial<LineValue>,
): LineValue[] => lines.map((line, at) => (at === index ? { ...line, ...change } : line));

/** Cuts a line in two where the cursor stands; the second one goes on in the same way. */
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

/** Several lines of text pasted into a line become lines of the step, as far as there is room. */
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
  // What has no line of its own stays in the last one, so that nothing is lost.
  const rest = more.slice(room).join('\n');
  const made = own.map((text) => ({ ...newLine(line), text }));
  const all = [{ ...line, text: before + first }, ...made];
  const last = all.length - 1;
  const ended = all.map((one, at) =>
    at === last ? { ...one, text: [one.text, rest].filter(Boolean).join('\n') + after } : one,
  );
  return [...lines.slice(0, index), ...ended, ...lines.slice(index + 1)];
}
