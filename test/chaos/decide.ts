import type { JournalItem } from '../../shared/model/journal.ts';
import type { Random } from '../simulate/random.ts';
import { ask, read } from './http.ts';
import type { ChaosPerson } from './people.ts';
import type { ChaosDesk, Rig } from './rig.ts';

/** Returns the edits at a desk of the person who asks. */
export async function journalOf(
  rig: Rig,
  desk: ChaosDesk,
  person: ChaosPerson,
  states?: string,
): Promise<JournalItem[]> {
  const seat = rig.seat(desk, person);
  const all: JournalItem[] = [];
  if (!seat) return all;
  for (let offset = 0; ; offset += 200) {
    const of = `mine&limit=200&offset=${offset}${states === undefined ? '' : `&state=${states}`}`;
    const page = await read<{ entries: JournalItem[] }>(seat.api, seat.token, `/benchside/journal?${of}`);
    all.push(...(page?.entries ?? []));
    if ((page?.entries.length ?? 0) < 200) break;
  }
  return all;
}

/** Takes a random decision as the person whose edit waits for one. */
export async function decide(
  rig: Rig,
  desk: ChaosDesk,
  person: ChaosPerson,
  { entryid, operation, cause }: JournalItem,
  random: Random,
  discards: boolean,
): Promise<void> {
  const seat = rig.seat(desk, person);
  if (!seat) return;
  const conflicts = cause?.conflicts;
  const verb = discards ? 'discard' : conflicts ? 'decide' : 'retry';
  const isGone = conflicts?.some(({ field }) => field === 'document') === true;
  const body = verb === 'decide' ? { take: isGone ? 'theirs' : random.pick(['mine', 'theirs']) } : undefined;
  const { status, text } = await ask(
    seat.api,
    seat.token,
    `POST /benchside/journal/${entryid}/${verb}`,
    body,
  );
  rig.world.note(
    `${seat.name}, ${person.username}: ${verb} ${JSON.stringify(body ?? {})} ${operation} (${cause?.kind}: ${cause?.message}) → ${status}`,
  );
  // Another process, or the sync, may have been faster.
  if (status >= 500 && status !== 503)
    rig.world.reportViolation(`${seat.name} answers ${verb} with ${status}: ${text.slice(0, 300)}`);
}

/** Resends all of a person's edits that a restored hub has lost. @returns how many edits */
export async function retryLost(rig: Rig, desk: ChaosDesk, person: ChaosPerson): Promise<number> {
  const seat = rig.seat(desk, person);
  if (!seat) return 0;
  const { status, text } = await ask(seat.api, seat.token, 'POST /benchside/journal/retry_lost', {});
  const { retried } = status === 200 ? (JSON.parse(text) as { retried: number }) : { retried: 0 };
  if (retried > 0) rig.world.note(`${seat.name}, ${person.username}: ${retried} lost edits are sent again`);
  return retried;
}

export async function decideSomething(rig: Rig, random: Random): Promise<void> {
  const desk = random.pick(rig.desks);
  const person = desk && random.pick(desk.people);
  if (!person) return;
  if (random.chance(0.2) && (await retryLost(rig, desk, person)) > 0) return;
  const item = random.pick(await journalOf(rig, desk, person, 'parked'));
  if (item) await decide(rig, desk, person, item, random, random.chance(0.2));
}
