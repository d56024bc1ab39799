import { ask } from './ask.ts';
import type { Desk } from './desk.ts';
import type { Random } from './random.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import { checkSteps } from './shown.ts';
import { marksIn } from './world.ts';

export const parkedAt = (desk: Desk): { entryid: string; userid: number; conflict: boolean }[] =>
  desk.core.ctx.store
    .read(null, (s) => s.journal.list(['parked']))
    .map(({ entryid, userid, cause }) => ({ entryid, userid, conflict: cause?.conflicts !== undefined }));

/** Takes a decision as the person whose edit is parked. */
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
  const isGone = item.cause?.conflicts?.some(({ field }) => field === 'document') === true;
  const json = verb === 'decide' ? { take: isGone ? 'theirs' : random.pick(['mine', 'theirs']) } : undefined;
  const { status, text } = await ask(desk.core, token, `POST ${path}/${verb}`, json);
  desk.decided();
  if (verb !== 'retry' && status < 300) world.hasDiscards = true;
  world.note(
    `${desk.name}: ${verb} ${JSON.stringify(json ?? {})} ${item.operation} ${item.cause?.kind} (${item.cause?.message}) → ${status}`,
  );
  // A desk with a full disk accepts no decisions.
  if (status >= 300 && !(desk.diskFull && status === 503))
    world.violation(`${desk.name} answers ${verb} with ${status}: ${text.slice(0, 200)}`);
  checkSteps(desk);
}
