/** A line of a step in a conflict (`StepContent` of the merge). */
export interface StepLine {
  text: string;
  bullet: string;
  level: number;
  lineid: number | null;
}

/** A line in all three versions; null in a version without it. */
export interface LineRow {
  key: string;
  base: StepLine | null;
  mine: StepLine | null;
  theirs: StepLine | null;
  /** `both`: the sides changed it differently, so a person has to choose. */
  changed: 'none' | 'mine' | 'theirs' | 'both';
}

const keyOf = ({ lineid, level, bullet, text }: StepLine): string =>
  lineid === null ? `new ${level} ${bullet} ${text}` : `line ${lineid}`;

const textOf = (line: StepLine | null): string =>
  line === null ? '' : JSON.stringify([line.text, line.bullet, line.level]);

/** Returns rows in the order of the site's version; each line that it lacks comes after the line that it followed. */
export function lineRows(
  base: readonly StepLine[],
  mine: readonly StepLine[],
  theirs: readonly StepLine[],
): LineRow[] {
  const [was, my, their] = [base, mine, theirs].map(
    (lines) => new Map(lines.map((line) => [keyOf(line), line])),
  );
  const order = theirs.map(keyOf);
  for (const lines of [mine, base]) {
    let behind = -1;
    for (const key of lines.map(keyOf)) {
      const at = order.indexOf(key);
      if (at >= 0) behind = at;
      else order.splice((behind += 1), 0, key);
    }
  }
  return order.map((key) => {
    const row = {
      base: was?.get(key) ?? null,
      mine: my?.get(key) ?? null,
      theirs: their?.get(key) ?? null,
    };
    return { key, ...row, changed: changedBy(row) };
  });
}

function changedBy({ base, mine, theirs }: Pick<LineRow, 'base' | 'mine' | 'theirs'>): LineRow['changed'] {
  const [was, my, their] = [textOf(base), textOf(mine), textOf(theirs)];
  if (my === their) return my === was ? 'none' : 'both';
  if (my === was) return 'theirs';
  return their === was ? 'mine' : 'both';
}

/** The choice for a line: one side's version, or the person's own text. */
export type LineChoice = 'mine' | 'theirs' | { text: string };

/** Returns the choice for a line. A line that only one side changed defaults to that side; undefined while undecided. */
export function choiceOf(row: LineRow, choices: ReadonlyMap<string, LineChoice>): LineChoice | undefined {
  const chosen = choices.get(row.key);
  if (chosen !== undefined) return chosen;
  if (row.changed !== 'both') return row.changed === 'mine' ? 'mine' : 'theirs';
  return textOf(row.mine) === textOf(row.theirs) ? 'theirs' : undefined;
}

/** Returns the resulting lines of a step; undefined while a line is undecided. */
export function chosenLines(
  rows: readonly LineRow[],
  choices: ReadonlyMap<string, LineChoice>,
): StepLine[] | undefined {
  const lines: StepLine[] = [];
  for (const row of rows) {
    const choice = choiceOf(row, choices);
    if (choice === undefined) return undefined;
    if (choice === 'mine' || choice === 'theirs') {
      if (row[choice]) lines.push(row[choice]);
      continue;
    }
    const like = row.theirs ?? row.mine ?? row.base;
    if (like && choice.text.trim() !== '') lines.push({ ...like, text: choice.text });
  }
  // A step begins at level 0, and no line is more than one level deeper than the one before.
  let deepest = 0;
  return lines.map((line) => {
    const level = Math.min(line.level, deepest);
    deepest = level + 1;
    return level === line.level ? line : { ...line, level };
  });
}
