import { expect, it } from 'vitest';

import { sql } from '../../../app/store/sql.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { Fault } from '../../helpers/network.ts';
import { addGuide, deskPerson, everything, pair } from '../../helpers/pair.ts';
import type { DeskPerson, Pair } from '../../helpers/pair.ts';

const batch = 'POST /benchside/edits';

/** Opens a desk with an unsent edit of the title of each of some guides. */
async function deskWithEdits(count: number, options: { batches?: boolean } = {}) {
  const both = await pair(options);
  const guides: number[] = [];
  for (let index = 0; index < count; index += 1) guides.push(await addGuide(both.hub, both.admin));
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  for (const guideid of guides) await retitle(both, ann, guideid);
  both.net.requests.length = 0;
  return {
    ...both,
    both,
    ann,
    guides,
    states: () => both.desk.ctx.store.read(null, (s) => s.journal.counts()),
    /** Returns how often the hub carried out an edit of each guide since it had two steps. */
    carriedOut: () =>
      guides.map(
        (guideid) =>
          both.hub.ctx.store.read(null, (s) =>
            s.db.all(sql`SELECT 1 FROM guide_revision WHERE guideid = ${guideid}`),
          ).length - 3,
      ),
    edits: () => both.net.requests.filter((one) => /^(POST|PATCH) /.test(one) && !/device/.test(one)),
    fail: (request: string, fault: Fault) => {
      both.net.intercept = (one) => (one.startsWith(request) ? fault : undefined);
    },
  };
}

async function retitle({ desk }: Pair, { token }: DeskPerson, guideid: number): Promise<void> {
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`);
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token,
    json: { title: `Title ${guideid}` },
  });
}

it('[J14.1 J14.5] independent edits share a request, and an edit that others may build on goes alone', async () => {
  await using at = await deskWithEdits(4);
  await at.desk.json('POST /guides', { token: at.ann.token, json: { category: 'Pump', type: 'repair' } });
  expect((await at.both.round({ people: [at.ann] })).round).toMatchObject({ outcome: 'clean', pushed: 5 });
  expect(at.edits()).toEqual([batch, 'POST /guides']);
  expect(at.carriedOut()).toEqual([1, 1, 1, 1]);
  expect(await everything(at.desk)).toEqual(await everything(at.hub));
});

it('[J14.5] a hub without batches gets edits one by one', async () => {
  await using at = await deskWithEdits(3, { batches: false });
  expect((await at.both.round({ people: [at.ann] })).round).toMatchObject({ outcome: 'clean', pushed: 3 });
  expect(at.edits()).toHaveLength(3);
  expect(at.edits()).not.toContain(batch);
});

it('[J14.2 J7.1] an edit of a batch that conflicts is parked, and the others are done', async () => {
  await using at = await deskWithEdits(3);
  const disputed = at.guides[1] ?? 0;
  const { revisionid } = await at.hub.json<Guide>(`GET /guides/${disputed}`);
  await at.hub.json(`PATCH /guides/${disputed}?revisionid=${revisionid}`, {
    token: at.admin,
    json: { title: 'Theirs' },
  });
  await at.both.round({ people: [at.ann] });
  expect(at.edits()).toEqual([batch]);
  expect(at.states()).toMatchObject({ done: 2, parked: 1, sending: 0 });
  expect(at.carriedOut()).toEqual([1, 1, 1]);
});

it.for<{ what: string; fault: Fault }>([
  { what: 'the answer is lost', fault: { kind: 'lose-answer' } },
  { what: 'only the head of the answer arrives', fault: { kind: 'no-body' } },
  { what: 'the answer is cut off', fault: { kind: 'truncate', bytes: 500 } },
])('[J14.3 J4.1 J4.3] if $what, each edit is sent again alone and carried out once', async ({ fault }) => {
  await using at = await deskWithEdits(3);
  at.fail(batch, fault);
  expect((await at.both.round({ people: [at.ann] })).round.outcome).toBe('unreachable');
  expect(at.states()).toMatchObject({ sending: 3, done: 0 });
  expect(at.carriedOut()).toEqual([1, 1, 1]);
  at.net.intercept = undefined;
  at.net.requests.length = 0;
  expect((await at.both.round({ people: [at.ann] })).round).toMatchObject({ outcome: 'clean', pushed: 3 });
  expect(at.edits()).toHaveLength(3);
  expect(at.edits()).not.toContain(batch);
  expect(at.carriedOut()).toEqual([1, 1, 1]);
  expect(await everything(at.desk)).toEqual(await everything(at.hub));
});

it('[J14.3 J12] a batch at which the hub fails repeatedly does not block its edits', async () => {
  await using at = await deskWithEdits(3);
  at.fail(batch, { kind: 'status', status: 500 });
  await at.both.round({ people: [at.ann] });
  expect(at.states()).toMatchObject({ sending: 3 });
  expect((await at.both.round({ people: [at.ann] })).round).toMatchObject({ outcome: 'clean', pushed: 3 });
  expect(at.carriedOut()).toEqual([1, 1, 1]);
});

it('[J14.4] if the hub refuses a batch as a whole, its edits are sent one by one at once', async () => {
  await using at = await deskWithEdits(3);
  at.fail(batch, { kind: 'status', status: 413 });
  expect((await at.both.round({ people: [at.ann] })).round).toMatchObject({ outcome: 'clean', pushed: 3 });
  expect(at.edits()).toHaveLength(4);
  expect(at.carriedOut()).toEqual([1, 1, 1]);
});

it('[J14.4 J8.1] a batch whose sign-in is refused blocks the edits of its author, and no others', async () => {
  await using at = await deskWithEdits(2);
  const bob = await deskPerson(at.both, 'bob', 'author');
  const more = [await addGuide(at.hub, at.admin), await addGuide(at.hub, at.admin)];
  // Ann's edits cannot be sent yet.
  await at.both.round({ people: [bob] });
  for (const guideid of more) await retitle(at.both, bob, guideid);
  at.net.requests.length = 0;
  let batches = 0;
  at.net.intercept = (request) =>
    request === batch && ++batches === 1 ? { kind: 'status', status: 401 } : undefined;
  await at.both.round({ people: [at.ann, bob] });
  expect(at.edits()).toEqual([batch, batch]);
  expect(at.states()).toMatchObject({ pending: 2, done: 2, parked: 0 });
  expect((await at.both.round({ people: [at.ann, bob] })).round.outcome).toBe('clean');
  expect(at.states()).toMatchObject({ done: 4 });
  expect(await everything(at.desk)).toEqual(await everything(at.hub));
});
