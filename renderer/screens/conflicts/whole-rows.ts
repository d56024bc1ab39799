import { fieldName } from '../../features/changes/entry-words.ts';
import { valueText } from '../../features/changes/written.ts';
import { conflictTexts } from './texts.ts';

/** A part of a document in two versions, as text. */
export interface WholeRow {
  name: string;
  before: string;
  after: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the differences of two versions of a step, a page, or a guide with its steps. */
export function wholeRows(before: unknown, after: unknown): WholeRow[] {
  const [was, now] = [parts(before), parts(after)];
  return [...new Set([...was.keys(), ...now.keys()])]
    .map((name) => ({ name, before: was.get(name) ?? '', after: now.get(name) ?? '' }))
    .filter((row) => row.before !== row.after);
}

function parts(value: unknown): Map<string, string> {
  if (Array.isArray(value)) {
    const [guide, steps] = value as [unknown, unknown];
    const list: [string, string][] = Array.isArray(steps)
      ? steps.map((step, i) => [conflictTexts.whole.step(i + 1), [...parts(step).values()].join('\n')])
      : [];
    return new Map([...parts(guide), ...list]);
  }
  if (!isFields(value)) return new Map();
  return new Map(
    Object.entries(value)
      .filter(([, content]) => content !== '' && content !== null)
      .map(([field, content]) => [fieldName(field), valueText(field, content)]),
  );
}
