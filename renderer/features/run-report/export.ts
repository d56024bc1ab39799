import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { outOfLimits } from '../step-form/form-values.ts';

type Cell = string | number | null;
type Column = readonly [name: string, of: (entry: WorkLogEntry) => Cell];

export const iso = (time: number | null): string =>
  time === null ? '' : new Date(time * 1000).toISOString();

const columnsOfJob: readonly Column[] = [
  ['entryid', ({ entryid }) => entryid],
  ['work_order', ({ workorderid }) => workorderid],
  ['guideid', ({ guideid }) => guideid],
  ['guide', ({ benchside }) => benchside.title],
  // Numbers of versions made at this desk mean nothing elsewhere.
  ['guide_revision', ({ benchside }) => (benchside.guide_revisionid > 0 ? benchside.guide_revisionid : null)],
];

const columnsOfWork: readonly Column[] = [
  ['userid', ({ userid }) => userid],
  ['people', ({ benchside }) => [...new Set(benchside.people.map(({ username }) => username))].join('; ')],
  ['status', ({ status }) => status],
  ['started', ({ starttime }) => iso(starttime)],
  ['ended', ({ endtime }) => iso(endtime)],
  ['duration_seconds', ({ duration }) => duration],
  ['active_seconds', ({ active_duration }) => active_duration],
  ['paused_seconds', ({ benchside }) => benchside.pause_duration],
  ['suspended_seconds', ({ benchside }) => benchside.suspended_duration],
  ['steps_skipped', ({ benchside }) => benchside.skipped ?? 0],
  ['conclusion', ({ benchside }) => benchside.conclusion ?? ''],
  ['obligatory_steps_left_out', ({ benchside }) => benchside.omitted?.length ?? 0],
  [
    'left_out_because',
    ({ benchside }) =>
      [...new Set(benchside.omitted?.map(({ reason }) => reason ?? ''))].filter(Boolean).join('; '),
  ],
  [
    'remarks',
    ({ benchside }) =>
      benchside.remarks
        .flatMap(({ reason, note }) => [reason ?? '', note].filter(Boolean).join(': ') || [])
        .join('; '),
  ],
  [
    'out_of_limits',
    ({ work_data }) =>
      outOfLimits(work_data)
        .map(({ label }) => label)
        .join('; '),
  ],
];

/**
 * Returns CSV: a line per run, with a column per form field.
 *
 * @param revised of a single run: when the version of the guide was made that it began with, if that is known
 */
export function runsCsv(entries: readonly WorkLogEntry[], revised?: number): string {
  const fields = fieldsIn(entries);
  const dated: Column[] = revised === undefined ? [] : [['guide_revision_date', () => iso(revised)]];
  const columns = [...columnsOfJob, ...dated, ...columnsOfWork];
  const head = [...columns.map(([name]) => name), ...fields.map(({ name }) => name)];
  const rows = entries.map((entry) => [
    ...columns.map(([, of]) => of(entry)),
    ...fields.map(({ key }) => entry.work_data.find((item) => keyOf(item) === key)?.value ?? ''),
  ]);
  return csvOf([head, ...rows]);
}

/** Returns CSV (RFC 4180) that begins with the byte order mark for spreadsheets. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;

export const runsJson = (entries: readonly WorkLogEntry[]): string => `${JSON.stringify(entries, null, 2)}\n`;

const keyOf = ({ stepid, label }: { stepid: number | null; label: string }): string => `${stepid} ${label}`;

/** Returns the columns of form fields. A label that occurs at several steps gets the stepid. */
function fieldsIn(entries: readonly WorkLogEntry[]): { key: string; name: string }[] {
  const found = new Map(
    entries.flatMap(({ work_data }) => work_data.map((item) => [keyOf(item), item] as const)),
  );
  const items = [...found];
  return items.map(([key, { label, stepid }]) => {
    const again = items.filter(([, other]) => other.label === label).length > 1;
    return { key, name: again ? `${label} (step ${stepid ?? 'unknown'})` : label };
  });
}

/** Quotes a cell. Text that a spreadsheet would execute as a formula gets an apostrophe. */
function quoted(cell: Cell): string {
  const text = String(cell ?? '');
  const isNumber = /^[-+]?[\d.]+$/.test(text);
  const safe = isNumber ? text : text.replaceAll(beginnings, withApostrophes);
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The beginning of a cell, also behind a character at which some spreadsheets divide cells whatever the quotes say, with the blanks that follow and
 * the sign of a formula behind them. It takes all blanks at once: looking ahead from each of them would take the square of their number.
 */
const beginnings = /(?:^|[;\t\r\n])[\s"]*(?<sign>[=+\-@＝＋－＠])?/g;

function withApostrophes(found: string, sign: string | undefined, offset: number): string {
  const begins = offset === 0 && (sign !== undefined || /^[\t\r]/.test(found));
  return (begins ? "'" : '') + (sign === undefined ? found : found.replaceAll(/[;\t\r\n]/g, "$&'"));
}

/** Returns a name such as `work-logs-2026-11-20.csv`. */
export const exportFileName = (what: string, ending: string, now: Date = new Date()): string =>
  `${what.replaceAll(/[^\w.-]+/g, '-')}-${now.toISOString().slice(0, 10)}.${ending}`;
