import { basename } from 'node:path';

import type { Core } from '../../app/core.ts';
import type { readExport } from '../../app/bundle/exported-journal.ts';
import { isSilentOperation } from '../../app/replica/journal/entry.ts';
import type { Cause } from '../../shared/model/journal.ts';
import type { JournalEntry, Resolution } from '../../app/replica/journal/entry.ts';
import { same } from '../../shared/merge/value.ts';
import type { CarriedEdits, TakenEdits } from '../../shared/model/carry.ts';
import type { Desk } from './desk.ts';
import type { World } from './world.ts';

/** What a bundle says about edits of desks (SPEC U4 and U6). */
export interface BundleNews {
  /** Edits that the hub has carried out. */
  arrived: ReadonlySet<string>;
  conflicts: ReadonlySet<string>;
}

export function newsOf({ ctx }: Core): BundleNews {
  return ctx.store.read(null, (s) => ({
    arrived: new Set(s.idempotency.all().map(({ key }) => key)),
    // One that was refused may have been sent again.
    conflicts: new Set(
      s.idempotency
        .conflicts()
        .filter(({ cause }) => (JSON.parse(cause) as Cause).kind === 'conflict')
        .map(({ key }) => key),
    ),
  }));
}

/** Returns whether a person has decided about all conflicts of a cause. */
const isDecided = (cause: Pick<Cause, 'conflicts'> | null, resolution: Resolution | null): boolean =>
  cause?.conflicts?.every(({ field, theirs }) => {
    const decision = resolution?.fields[field];
    return decision !== undefined && same(decision.theirs, theirs);
  }) ?? false;

/** Returns the edits of a desk that nobody has to decide about. */
export const undecidedAt = ({ core }: Desk): JournalEntry[] =>
  core.ctx.store.read(null, (s) => s.journal.list(['pending', 'sending']));

/** Checks what a bundle that was newer has made of the edits of a desk. @param before those that nobody had to decide about */
export function checkImported(
  { world, name, core }: Desk,
  file: string,
  before: readonly JournalEntry[],
): void {
  const news = world.news.get(file);
  if (!news) return;
  const after = core.ctx.store.read(null, (s) =>
    before.map(({ entryid }) => ({
      entry: s.journal.require(entryid),
      resources: s.journal.touches(s.journal.require(entryid).sequence),
    })),
  );
  // An edit waits for an earlier one of the same thing.
  const isParked = core.ctx.store.read(null, (s) => s.journal.list(['parked']).length > 0);
  for (const { entry } of after) {
    const { entryid, state, cause, resolution, route } = entry;
    const what = `${name} has ${entryid}, ${route}, ${state} after ${basename(file)}`;
    if (news.arrived.has(entryid) && state !== 'done' && !isParked)
      world.violation(`${what}, which says that the hub has it`);
    if (news.conflicts.has(entryid) && state === 'pending' && resolution === null && !isParked)
      world.violation(`${what}, which says that it is in conflict`);
    if (state === 'parked' && isDecided(cause, resolution)) world.violation(`${what}, though it was decided`);
  }
}

/**
 * Checks what a hub has made of a file of edits.
 *
 * @param result `null` if it took none of them
 * @param from the desk that wrote the file just now; `undefined` if it may have decided since
 */
export function checkTaken(
  world: World,
  { ctx }: Core,
  { text, result, from }: { text: string; result: TakenEdits | null; from: Desk | undefined },
): void {
  if (!result) return;
  const keys = readable(text)
    .entries.filter(({ operation }) => !isSilentOperation(operation))
    .map(({ entryid }) => entryid);
  const { answered, conflicts } = ctx.store.read(null, (s) => ({
    answered: keys.length - s.idempotency.unknown(keys).length,
    conflicts: s.idempotency.conflicts().filter(({ key }) => keys.includes(key)),
  }));
  const counted = result.arrived + result.known;
  if (answered > counted)
    world.violation(`the hub has ${answered} edits of a file, and says that it has ${counted}`);
  for (const { key, cause } of from ? conflicts : []) {
    const resolution = from?.core.ctx.store.read(null, (s) => s.journal.require(key).resolution) ?? null;
    if (isDecided(JSON.parse(cause) as Cause, resolution))
      world.violation(`the hub asks again about ${key}, which was decided`);
  }
}

type Entries = Pick<ReturnType<typeof readExport>, 'entries'>;

const readable = (text: string): Entries => JSON.parse(text) as Entries;

export function checkForged(world: World, state: CarriedEdits['state'] | undefined): void {
  if (state === 'done') world.violation('the hub takes edits of a file that was changed');
}
