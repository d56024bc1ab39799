import { ask } from './ask.ts';
import type { Desk } from './desk.ts';
import type { Random } from './random.ts';
import type { Decision, JournalItem } from '../../shared/model/journal.ts';
import { checkSteps } from './shown.ts';
import { marksIn } from './world.ts';
import type { World } from './world.ts';

export const parkedAt = (desk: Desk): { entryid: string; userid: number; conflict: boolean }[] =>
  desk.core.ctx.store
    .read(null, (s) => s.journal.list(['parked']))
    .map(({ entryid, userid, cause }) => ({ entryid, userid, conflict: cause?.conflicts !== undefined }));

/** Takes a decision as the person whose edit is parked. Some of them think better of it at once. */
export async function decideOne(
  desk: Desk,
  { entryid, userid, conflict }: ReturnType<typeof parkedAt>[number],
  random: Random,
  givesUp: boolean,
): Promise<void> {
  const { world } = desk;
  const path = `/benchside/journal/${entryid}`;
  const look = () => ask(desk.core, desk.tokens.get(userid) ?? '', `GET ${path}`);
  let looked = await look();
  // People whose sign-in the site ended are signed out at the desk too, and sign in again for this if the site is reachable.
  if (looked.status === 401) {
    const person = desk.people.find((one) => one.userid === userid);
    if (!person || !desk.online) return;
    await desk.signIn(person);
    looked = await look();
  }
  const token = desk.tokens.get(userid) ?? '';
  if (looked.status !== 200) return world.violation(`${desk.name} does not show ${entryid} to who made it`);
  const item = JSON.parse(looked.text) as JournalItem;
  if (item.operation === 'POST /benchside/views')
    world.violation(`${desk.name} asks somebody to decide about what they read`);
  if (/builds on an edit that was discarded/.test(item.cause?.message ?? '') && !world.hasDiscards)
    world.violation(
      `${desk.name} says that ${item.operation} builds on a discarded edit, and nobody did that`,
    );
  const edit = world.editOf(entryid);
  for (const mark of marksIn(JSON.stringify(item.cause))) {
    edit?.seen.add(mark);
    world.decidedOn.add(`${entryid} ${mark}`);
  }
  // A person who cannot know whether the edit arrived checks the site.
  const isThere =
    item.cause?.kind === 'unknown-outcome' && world.site.commits.some(({ key }) => key === entryid);
  const verb = givesUp || isThere ? 'discard' : conflict ? 'decide' : 'retry';
  const json = verb === 'decide' ? decisionOf(world, item, random) : undefined;
  const accepted = desk.acceptedHere();
  const { status, text } = await ask(desk.core, token, `POST ${path}/${verb}`, json);
  if (json?.take === 'mine' && isOfGone(item)) {
    world.hasRecreated = true;
    desk.edits += desk.acceptedHere() - accepted;
  }
  desk.decided();
  if (verb !== 'retry' && status < 300) world.hasDiscards = true;
  world.note(
    `${desk.name}: ${verb} ${JSON.stringify(json ?? {})} ${item.operation} ${item.cause?.kind} (${item.cause?.message}) → ${status}`,
  );
  // A desk with a full disk accepts no decisions.
  if (status >= 300 && !(desk.diskFull && status === 503))
    world.violation(`${desk.name} answers ${verb} with ${status}: ${text.slice(0, 200)}`);
  checkSteps(desk);
  if (world.edition < 13 || verb !== 'decide' || status >= 300) return;
  desk.decisions.push({ entryid, userid });
  if (random.chance(0.25)) await undo(desk, { entryid, userid }, isOfGone(item) ? undefined : item);
}

/** A decision that a person has taken about an edit. */
export interface Decided {
  entryid: string;
  userid: number;
}

/**
 * Undoes a decision as the person who took it.
 *
 * @param before the edit before the decision, if that can be undone for certain
 */
export async function undo(
  desk: Desk,
  { entryid, userid }: Decided,
  before: JournalItem | undefined,
): Promise<void> {
  const { world, name, core } = desk;
  const token = desk.tokens.get(userid) ?? '';
  const { status, text } = await ask(core, token, `POST /benchside/journal/${entryid}/undecide`);
  world.note(`${name}: undecide ${entryid} → ${status}`);
  const isRefused = status === 422 || status === 401 || (desk.diskFull && status === 503);
  if (status >= 300 && (before || !isRefused))
    return world.violation(`${name} answers undecide with ${status}: ${text.slice(0, 200)}`);
  if (status < 300 && before) {
    const { state, cause } = JSON.parse(text) as JournalItem;
    if (state !== 'parked' || JSON.stringify(cause) !== JSON.stringify(before.cause))
      world.violation(`${name} does not ask again about ${before.operation}, whose decision was undone`);
  }
  checkSteps(desk);
}

const isOfGone = ({ cause }: JournalItem): boolean =>
  cause?.conflicts?.some(({ field }) => field === 'document') === true;

/** Returns a decision: one side for all fields, or for each field a side or, for texts, what both have. */
function decisionOf({ edition }: World, item: JournalItem, random: Random): Decision {
  const sides = ['mine', 'theirs'] as const;
  const side = (): (typeof sides)[number] => random.pick(sides) ?? 'theirs';
  if (isOfGone(item)) return { take: edition > 12 && item.canPutBack ? side() : 'theirs', fields: {} };
  const take = side();
  if (edition < 13 || random.chance(0.4)) return { take, fields: {} };
  const fields: Decision['fields'] = {};
  for (const { field, mine, theirs } of item.cause?.conflicts ?? [])
    fields[field] =
      isText(field) && typeof mine === 'string' && typeof theirs === 'string' && random.chance(0.6)
        ? { value: both(theirs, mine) }
        : side();
  return { take, fields };
}

const isText = (field: string): boolean => /(summary|introduction|conclusion|contents|text)$/.test(field);

/** Returns a text with the lines of one, and below them those of the other that it does not have; one line of both if each is one. */
function both(one: string, other: string): string {
  if (!`${one}${other}`.includes('\n')) return `${one} ${other}`;
  return [one, ...other.split('\n').filter((line) => !one.includes(line))].join('\n');
}
