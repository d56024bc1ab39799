import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { outOfLimits } from '../step-form/form-values.ts';

type Cell = string | number | null;

export const iso = (time: number | null): string =>
  time === null ? '' : new Date(time * 1000).toISOString();

const columns: readonly [name: string, of: (entry: WorkLogEntry) => Cell][] = [
  ['entryid', ({ entryid }) => entryid],
  ['work_order', ({ workorderid }) => workorderid],
  ['guideid', ({ guideid }) => guideid],
  ['guide', ({ benchside }) => benchside.title],
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

/** Returns CSV: a line per run, with a column per form field. */
export function runsCsv(entries: readonly WorkLogEntry[]): string {
  const fields = fieldsIn(entries);
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

/**
 * Quotes a cell. Text that a spreadsheet would execute as a formula gets an apostrophe, also behind a character at which some spreadsheets divide
 * cells whatever the quotes say.
 */
function quoted(cell: Cell): string {
  const text = String(cell ?? '');
  const isNumber = /^[-+]?[\d.]+$/.test(text);
  const safe = isNumber
    ? text
    : text.replaceAll(/(^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r])/g, "$1'");
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a name such as `work-logs-2026-11-20.csv`. */
export const exportFileName = (what: string, ending: string, now: Date = new Date()): string =>
  `${what.replaceAll(/[^\w.-]+/g, '-')}-${now.toISOString().slice(0, 10)}.${ending}`;
