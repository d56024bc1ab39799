import { readdirSync } from 'node:fs';

import { expect } from 'vitest';

import type { CarriedEdits, EditsFile } from '../../shared/model/carry.ts';
import type { TestCore } from './core.ts';
import { addGuide, deskPerson, pair } from './pair.ts';
import type { DeskPerson, Pair } from './pair.ts';

/** A hub, and a desk that has read it and has no network any more. */
export async function separated(): Promise<Pair & { ann: DeskPerson; bo: DeskPerson; guideid: number }> {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin, { title: 'Pump' });
  const [ann, bo] = [await deskPerson(both, 'ann', 'author'), await deskPerson(both, 'bo')];
  await both.round({ people: [ann, bo] });
  both.net.disconnect();
  return Object.assign(both, { ann, bo, guideid });
}

/** Returns the file of edits that a person saves at a desk. */
export const saved = (desk: TestCore, { token }: DeskPerson): Promise<EditsFile> =>
  desk.json<EditsFile>('GET /benchside/unsent_edits', { token });

/** Gives a file to the hub, and returns what it made of it. */
export async function handed(hub: TestCore, token: string, file: unknown): Promise<CarriedEdits> {
  await hub.json('POST /benchside/carried_edits?file=edits.json', {
    token,
    body: typeof file === 'string' ? file : JSON.stringify(file, null, 2),
    expect: 202,
  });
  await hub.ctx.edits?.settled();
  const state = await hub.json<CarriedEdits>('GET /benchside/carried_edits', { token });
  expect(readdirSync(hub.dataDir)).not.toContain('edits.part');
  return state;
}

/** Counts the edits of a desk that its hub does not have, as far as the desk knows. */
export const unsent = (desk: TestCore): { pending: number; sending: number; parked: number } => {
  const { pending, sending, parked } = desk.ctx.store.read(null, (s) => s.journal.editCounts());
  return { pending, sending, parked };
};
