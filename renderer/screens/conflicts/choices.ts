import { limits, longestText } from '../../../shared/limits.ts';
import { mergeOrder } from '../../../shared/merge/sequence.ts';
import { isTooLarge } from '../../../shared/model/journal.ts';
import type { Decision, FieldConflict, JournalItem } from '../../../shared/model/journal.ts';
import { chosenLines, lineRows } from './conflict-lines.ts';
import type { LineChoice, LineRow, StepLine } from './conflict-lines.ts';
import { conflictTexts } from './texts.ts';

/** The way in which the versions of a field are compared on screen. */
export type ConflictFieldKind = 'text' | 'lines' | 'pictures' | 'order' | 'whole' | 'gone' | 'large';

/** The person's choice for a field; for the lines of a step, line by line. */
export type Choice = 'mine' | 'theirs' | { value: unknown } | { lines: ReadonlyMap<string, LineChoice> };
export type Choices = Readonly<Record<string, Choice>>;

export function fieldKind({ field, theirs }: FieldConflict): ConflictFieldKind {
  if (isTooLarge(theirs)) return 'large';
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

/** Returns the kind of text field for a result of one's own; null if the conflict allows none. */
export function writtenAs({ field }: FieldConflict): 'line' | 'area' | null {
  if (oneLine.has(field)) return 'line';
  return manyLines.has(field) ? 'area' : null;
}

export const conflictLines = ({ base, mine, theirs }: FieldConflict): LineRow[] =>
  lineRows(asLines(base), asLines(mine), asLines(theirs));

const asLines = (value: unknown): StepLine[] => (Array.isArray(value) ? (value as StepLine[]) : []);

/** Returns the value that a field gets; undefined while undecided. */
function valueFor(
  conflict: FieldConflict,
  choice: Choice | undefined,
): Decision['fields'][string] | undefined {
  const isLines = fieldKind(conflict) === 'lines';
  if (choice === undefined && !isLines) return undefined;
  if (typeof choice === 'object' && 'value' in choice) return choice;
  if (isLines) {
    const taken = typeof choice === 'object' ? choice.lines : new Map<string, LineChoice>();
    if (choice === 'mine' || choice === 'theirs') return choice;
    const value = chosenLines(conflictLines(conflict), taken);
    return value && { value };
  }
  if (choice === 'mine' && fieldKind(conflict) === 'order') return { value: myOrder(conflict) };
  return choice === 'mine' || choice === 'theirs' ? choice : undefined;
}

export const asIds = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];

/** Returns my order of the site's steps. Steps that only the site has follow the same step as on the site. */
export function myOrder({ base, mine, theirs }: FieldConflict): number[] {
  const there = new Set(asIds(theirs));
  const kept = (ids: unknown): number[] => asIds(ids).filter((stepid) => there.has(stepid));
  return mergeOrder(kept(base), kept(mine), [...there], (a, b) => a - b).mine;
}

interface Outcome {
  /** The decision to send; null while a choice is missing or invalid. */
  decision: Partial<Decision> | null;
  /** Undecided fields. */
  open: string[];
  /** Why a written text is invalid, by field. */
  wrong: Readonly<Record<string, string>>;
}

/** Returns the decision that follows from all choices of an edit. */
export function outcomeOf(
  { operation }: Pick<JournalItem, 'operation'>,
  conflicts: readonly FieldConflict[],
  choices: Choices,
): Outcome {
  const longest = longestIn(operation);
  const fields: Decision['fields'] = {};
  const open: string[] = [];
  const wrong: Record<string, string> = {};
  for (const conflict of conflicts) {
    const value = valueFor(conflict, choices[conflict.field]);
    if (value === undefined) open.push(conflict.field);
    else {
      fields[conflict.field] = value;
      const problem =
        typeof value === 'object'
          ? problemOf(conflict.field, value.value, longest[conflict.field])
          : undefined;
      if (problem !== undefined) wrong[conflict.field] = problem;
    }
  }
  const complete = open.length === 0 && Object.keys(wrong).length === 0;
  return { decision: complete ? { fields } : null, open, wrong };
}

/** Returns the most characters of each text in the document that an edit is about. */
function longestIn(operation: string): Readonly<Record<string, number>> {
  if (operation.includes('/wikis')) return longestText.wiki;
  return operation.includes('/steps') ? { title: limits.step.title.max } : longestText.guide;
}

const mostLines = limits.step.lines.max;
const longestLine = limits.step.line.max;

function problemOf(field: string, value: unknown, most: number | undefined): string | undefined {
  const words = conflictTexts.wrong;
  if (field === 'lines' && Array.isArray(value)) {
    const lines = value as StepLine[];
    if (lines.length === 0) return words.noLine;
    if (lines.length > mostLines) return words.manyLines(mostLines);
    return lines.some(({ text }) => text.length > longestLine) ? words.longLine(longestLine) : undefined;
  }
  return typeof value === 'string' && most !== undefined && value.length > most
    ? words.long(most)
    : undefined;
}

/** Returns one side's version as the choice for every field. */
export const takeAll = (conflicts: readonly FieldConflict[], side: 'mine' | 'theirs'): Choices =>
  Object.fromEntries(conflicts.map(({ field }) => [field, side]));
