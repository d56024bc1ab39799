import type { Diagnostics } from '../../../shared/model/upkeep.ts';
import type { Cause } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { ReplicaReader } from '../replica.ts';

type Redacted = Diagnostics['journal']['entries'][number];

/** Returns an entry without what people wrote: lengths of texts, kinds of causes. */
export function redacted(s: ReplicaReader, entry: JournalEntry): Redacted {
  return {
    entryid: entry.entryid,
    state: entry.state,
    operation: entry.route,
    params: Object.fromEntries(Object.entries(entry.params).map(([name, value]) => [name, idOnly(value)])),
    body: shapeOf(entry.body),
    userid: entry.userid,
    date: entry.wallClock,
    attempts: entry.attempts,
    cause: kindOf(entry.cause),
    touched: s.journal.touches(entry.sequence),
    events: s.journal
      .events(entry.sequence)
      .map(({ date, state, cause }) => ({ date, state, cause: kindOf(cause) })),
  };
}

const idOnly = (value: string): string => (/^-?\d{1,15}$/.test(value) ? value : `string ${value.length}`);

const kindOf = (cause: Cause | null): Redacted['cause'] =>
  cause && { kind: cause.kind, fields: cause.conflicts?.map(({ field }) => field) ?? [] };

/** Returns the fields with sizes instead of values. A field's name may be typed, as in a form's data, so only names like ours are kept. */
function shapeOf(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      /^[a-z_]{1,40}$/i.test(name) ? name : 'other',
      sizeOf(value),
    ]),
  );
}

function sizeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `list ${value.length}`;
  return `${typeof value} ${(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).length}`;
}
