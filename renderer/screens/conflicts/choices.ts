import { limits } from '../../../shared/limits.ts';
import type { Decision, FieldConflict } from '../../../shared/model/journal.ts';
import { chosenLines, lineRows } from './conflict-lines.ts';
import type { LineChoice, LineRow, StepLine } from './conflict-lines.ts';
import { conflictTexts } from './texts.ts';

/** How the versions of a field are laid side by side. */
export type FieldKind = 'text' | 'lines' | 'pictures' | 'order' | 'whole' | 'gone';

/** What somebody took for a field; of the lines of a step, line by line. */
export type Choice = 'mine' | 'theirs' | { value: unknown } | { lines: ReadonlyMap<string, LineChoice> };
export type Choices = Readonly<Record<string, Choice>>;

export function kindOf({ field }: FieldConflict): FieldKind {
  switch (field) {
    case 'lines':
      return 'lines';
    case 'media':
    case 'image':
      return 'pictures';
    case 'steporder':
      return 'order';
    case 'step':
    case 'guide':
    case 'wiki':
      return 'whole';
    case 'document':
      return 'gone';
    default:
      return 'text';
  }
}

const oneLine = new Set(['title', 'subject', 'category', 'summary', 'display_title', 'page_title']);
const manyLines = new Set(['introduction', 'conclusion', 'contents', 'description']);

/** Whether a person may write the result, and in which field. */
export function writtenAs({ field }: FieldConflict): 'line' | 'area' | null {
  if (oneLine.has(field)) return 'line';
  return manyLines.has(field) ? 'area' : null;
}

export const linesOf = ({ base, mine, theirs }: FieldConflict): LineRow[] =>
  lineRows(asLines(base), asLines(mine), asLines(theirs));

const asLines = (value: unknown): StepLine[] => (Array.isArray(value) ? (value as StepLine[]) : []);

/** The value a field gets: undefined while it is not decided. */
function valueFor(
  conflict: FieldConflict,
  choice: Choice | undefined,
): Decision['fields'][string] | undefined {
  const isLines = kindOf(conflict) === 'lines';
  if (choice === undefined && !isLines) return undefined;
  if (typeof choice === 'object' && 'value' in choice) return choice;
  if (isLines) {
    const taken = typeof choice === 'object' ? choice.lines : new Map<string, LineChoice>();
    if (choice === 'mine' || choice === 'theirs') return choice;
    const value = chosenLines(linesOf(conflict), taken);
    return value && { value };
  }
  if (choice === 'mine' && kindOf(conflict) === 'order')
    return { value: orderWith(asIds(conflict.mine), asIds(conflict.theirs)) };
  return choice === 'mine' || choice === 'theirs' ? choice : undefined;
}

export const asIds = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];

/** My order, of the steps the site has: those only it has stand behind the one they follow there. */
export function orderWith(mine: readonly number[], theirs: readonly number[]): number[] {
  const order = mine.filter((stepid) => theirs.includes(stepid));
  for (const [i, stepid] of theirs.entries())
    if (!order.includes(stepid)) order.splice(i === 0 ? 0 : order.indexOf(theirs[i - 1] ?? 0) + 1, 0, stepid);
  return order;
}

export interface Outcome {
  /** To be sent; null while something is left to choose or cannot be taken. */
  decision: Partial<Decision> | null;
  /** Fields nobody has chosen for. */
  open: string[];
  /** Why what was written cannot be taken, by field. */
  wrong: Readonly<Record<string, string>>;
}

/** What all choices of an edit come to. */
export function outcomeOf(conflicts: readonly FieldConflict[], choices: Choices): Outcome {
  const fields: Decision['fields'] = {};
  const open: string[] = [];
  const wrong: Record<string, string> = {};
  for (const conflict of conflicts) {
    const value = valueFor(conflict, choices[conflict.field]);
    if (value === undefined) open.push(conflict.field);
    else {
      fields[conflict.field] = value;
      const problem = typeof value === 'object' ? problemOf(conflict.field, value.value) : undefined;
      if (problem !== undefined) wrong[conflict.field] = problem;
    }
  }
  const complete = open.length === 0 && Object.keys(wrong).length === 0;
  return { decision: complete ? { fields } : null, open, wrong };
}

/** Longest texts that a site takes (CONTRACT 4.10). */
const longest: Readonly<Record<string, number>> = Object.fromEntries(
  (['summary', 'title', 'subject', 'category'] as const).map((name) => [name, limits.guide[name].max]),
);
const mostLines = limits.step.lines.max;
const longestLine = limits.step.line.max;

function problemOf(field: string, value: unknown): string | undefined {
  const words = conflictTexts.wrong;
  if (field === 'lines' && Array.isArray(value)) {
    const lines = value as StepLine[];
    if (lines.length === 0) return words.noLine;
    if (lines.length > mostLines) return words.manyLines(mostLines);
    return lines.some(({ text }) => text.length > longestLine) ? words.longLine(longestLine) : undefined;
  }
  const most = longest[field];
  return typeof value === 'string' && most !== undefined && value.length > most
    ? words.long(most)
    : undefined;
}

/** Everything one side's. */
export const allOf = (conflicts: readonly FieldConflict[], side: 'mine' | 'theirs'): Choices =>
  Object.fromEntries(conflicts.map(({ field }) => [field, side]));
