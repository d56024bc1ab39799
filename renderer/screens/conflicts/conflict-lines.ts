/** A line of a step as conflicts have it (`StepContent` of the merge). */
export interface StepLine {
  text: string;
  bullet: string;
  level: number;
  lineid: number | null;
}

/** One line in all three versions; null where a version does not have it. */
export interface LineRow {
  key: string;
  base: StepLine | null;
  mine: StepLine | null;
  theirs: StepLine | null;
  /** `both`: each changed it in another way, and somebody has to choose. */
  changed: 'none' | 'mine' | 'theirs' | 'both';
}

const keyOf = ({ lineid, level, bullet, text }: StepLine): string =>
  lineid === null ? `new ${level} ${bullet} ${text}` : `line ${lineid}`;

const textOf = (line: StepLine | null): string =>
  line === null ? '' : JSON.stringify([line.text, line.bullet, line.level]);

/** Rows in the order of the site's version; lines that only others have stand behind the one they followed. */
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

/** What a person takes of a line: one side's, or a text of their own. */
export type LineChoice = 'mine' | 'theirs' | { text: string };

/** A line that one side alone changed needs nobody: that side's is taken unless somebody says otherwise. */
export function choiceOf(row: LineRow, choices: ReadonlyMap<string, LineChoice>): LineChoice | undefined {
  const chosen = choices.get(row.key);
  if (chosen !== undefined) return chosen;
  if (row.changed !== 'both') return row.changed === 'mine' ? 'mine' : 'theirs';
  return textOf(row.mine) === textOf(row.theirs) ? 'theirs' : undefined;
}

/** The lines a step gets; undefined while a line is not decided. */
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
  // A step begins at its margin, and no line is more than one level deeper than the one before.
  let deepest = 0;
  return lines.map((line) => {
    const level = Math.min(line.level, deepest);
    deepest = level + 1;
    return level === line.level ? line : { ...line, level };
  });
}
