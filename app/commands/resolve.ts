import type { Decision } from '../../shared/model/journal.ts';
import type { Context } from '../context.ts';
import type { JournalEntry } from '../replica/journal/entry.ts';
import type { ReplicaWriter } from '../replica/replica.ts';
import { decide, discard, retry, retryLostEdits } from '../replica/decisions/decide.ts';
import { describe } from '../replica/decisions/describe.ts';
import type { Replayer } from '../replica/rebase/replayer.ts';
import { UsageError } from '../usage-error.ts';
import { openDesk } from '../desk/open.ts';
import { print, printJson } from './run.ts';

interface Options {
  data: string;
  json?: boolean;
}

/** `benchside resolve ID`: resolves an edit's conflict; `merged` takes the values given with `--field`. */
export async function resolve(
  entryid: string,
  options: Options & { take: string; field?: string[] },
): Promise<void> {
  const { take } = options;
  if (take !== 'mine' && take !== 'theirs' && take !== 'merged')
    throw new UsageError('--take is mine, theirs or merged.');
  const fields = Object.fromEntries((options.field ?? []).map(readField));
  if (take === 'merged' && Object.keys(fields).length === 0)
    throw new UsageError('--take merged needs the merged text of each field: --field title="The new title".');
  await change(entryid, options, (s, replayer, entry) =>
    decide(s, replayer, entry, { take: take === 'merged' ? 'theirs' : take, fields }),
  );
}

/** `benchside retry ID`: tries a parked edit again; `--lost`: all edits that a restored hub has lost. */
export function runRetry(
  entryid: string | undefined,
  { lost, ...options }: Options & { lost?: boolean },
): Promise<void> {
  if ((entryid === undefined) !== (lost ?? false))
    throw new UsageError('Name an edit, or give --lost for all edits that the site has lost.');
  if (entryid === undefined) return allLost(options);
  return change(entryid, options, (s, _replayer, entry) => retry(s, entry));
}

async function allLost({ data, json }: Options): Promise<void> {
  const opened = openDesk(data, undefined);
  try {
    const retried = opened.core.ctx.store.transact(null, (s) => retryLostEdits(s, () => true));
    if (json) printJson({ retried });
    else print(`${retried} edits that the site has lost are sent again with the next sync.`);
  } finally {
    await opened.close();
  }
}

/** `benchside discard ID`: discards a parked edit; its content stays in the journal. */
export const runDiscard = (entryid: string, options: Options): Promise<void> =>
  change(entryid, options, discard);

async function change(
  entryid: string,
  { data, json }: Options,
  apply: (s: ReplicaWriter, replayer: Replayer, entry: JournalEntry) => void,
): Promise<void> {
  const opened = openDesk(data, undefined);
  try {
    const ctx: Context = opened.core.ctx;
    const item = ctx.store.transact(null, (s) => {
      apply(s, ctx.replayer, s.journal.require(entryid));
      return describe(s, s.journal.require(entryid));
    });
    if (json) printJson(item);
    else print(`${entryid} is ${item.state}${item.state === 'pending' ? ': the next sync sends it' : ''}.`);
  } finally {
    await opened.close();
  }
}

/** Parses `title=The new title`; the value is JSON if the field is not text. */
function readField(text: string): [string, Decision['fields'][string]] {
  const [, field, value = ''] = /^([\w]+)=([\s\S]*)$/.exec(text) ?? [];
  if (field === undefined) throw new UsageError(`--field is given like title="The new title", not ${text}.`);
  if (value === 'mine' || value === 'theirs') return [field, value];
  try {
    return [field, { value: JSON.parse(value) as unknown }];
  } catch {
    // A value that is not JSON is text.
    return [field, { value }];
  }
}
