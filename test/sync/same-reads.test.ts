import { expect, it } from 'vitest';

import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import type { Comment } from '../../shared/model/comment.ts';
import { testCore } from '../helpers/core.ts';
import { workshop } from '../helpers/restorable.ts';
import { addGuide, deskPerson, engineOf, pair } from '../helpers/pair.ts';

it('[chaos minor] a comment on a step that was deleted since is at the desks of people to whom the hub shows it', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
  const { stepid, revisionid } = steps[0] ?? {};
  await hub.json(`POST /comments/step/${stepid}`, { token: admin, json: { text: 'Mind the seal.' } });
  await hub.json(`DELETE /guides/${guideid}/steps/${stepid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [ann] });
  const texts = async (core: typeof hub): Promise<string[]> =>
    (await core.json<Comment[]>('GET /comments', { token })).map(({ text_raw }) => text_raw);
  expect(await texts(hub)).toEqual(['Mind the seal.']);
  expect(await texts(desk)).toEqual(['Mind the seal.']);
  // A desk that reads everything for the first time gets the guide after the comment.
  await using second = testCore({ profile: 'desk', site: both.net.url });
  await deskPerson({ hub, desk: second }, 'bo', 'author');
  await engineOf(second, both.net.url).round({ people: [ann] });
  expect(await second.json<Comment[]>('GET /comments')).toHaveLength(1);
});

it.for(['was discarded', 'is a draft'] as const)(
  '[F11 F11.1] [seeds 1003202 1009060] a release that %s does not hide comments on deleted steps',
  async (how) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const guideid = await addGuide(hub, admin);
    const ann = await deskPerson(both, 'ann', 'admin');
    const bob = await deskPerson(both, 'bob', 'technician');
    const people = [ann, bob];
    const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
    const { stepid, revisionid } = steps[0] ?? {};
    await hub.json(`POST /comments/step/${stepid}`, { token: admin, json: { text: 'Mind the seal.' } });
    await hub.json(`DELETE /guides/${guideid}/steps/${stepid}?revisionid=${revisionid}`, { token: admin });
    await both.round({ people });
    if (how === 'was discarded') {
      const json = { guideid, title: 'First', status: 'released' };
      await desk.json('POST /guides/releases', { token: ann.token, json });
      const lines = [{ text: 'More', bullet: 'black', level: 0 }];
      await desk.json(`POST /guides/${guideid}/steps`, { token: ann.token, json: { orderby: 1, lines } });
      desk.ctx.store.transact(null, (s) => {
        const [release] = s.journal.list(['pending']);
        if (release) s.journal.setState(release, 'parked', { kind: 'refused', message: 'Not today.' });
      });
      const { entries } = await desk.json<{ entries: { entryid: string }[] }>(
        'GET /benchside/journal?state=parked',
        { token: ann.token },
      );
      for (const { entryid } of entries)
        await desk.json(`POST /benchside/journal/${entryid}/discard`, { token: ann.token });
    } else await hub.json('POST /guides/releases', { token: admin, json: { guideid, title: 'Later' } });
    expect((await both.round({ people })).round.outcome).toBe('clean');
    for (const core of [hub, desk])
      expect(await core.json<Comment[]>('GET /comments', { token: bob.token })).toMatchObject([
        { text_raw: 'Mind the seal.' },
      ]);
  },
);

it.for(['before', 'after'] as const)(
  '[F8.1] [seed 1006428] who is added to a guide gets comments on a step that was deleted %s that',
  async (when) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const guideid = await addGuide(hub, admin);
    const bob = await deskPerson(both, 'bob', 'technician');
    const hide = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
    await hub.json(`DELETE /guides/${guideid}/public?revisionid=${hide.revisionid}`, { token: admin });
    const { stepid, revisionid } = hide.steps[0] ?? {};
    await hub.json(`POST /comments/step/${stepid}`, { token: admin, json: { text: 'Mind the seal.' } });
    await both.round({ people: [bob] });
    const remove = `DELETE /guides/${guideid}/steps/${stepid}?revisionid=${revisionid}`;
    const add = `PUT /guides/${guideid}/users/${bob.userid}`;
    for (const route of when === 'before' ? [remove, add] : [add, remove]) {
      await hub.json(route, { token: admin });
      if (route === remove && when === 'before') await both.round({ people: [bob] });
    }
    await both.round({ people: [bob] });
    for (const core of [hub, desk])
      expect(await core.json<Comment[]>('GET /comments', { token: bob.token })).toMatchObject([
        { text_raw: 'Mind the seal.' },
      ]);
  },
);

it('[F11.2] [seed 1004360] an edit of a comment that is discarded after its step was deleted is no longer shown', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'admin');
  const { token } = ann;
  const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
  const { stepid, revisionid } = steps[0] ?? {};
  await hub.json(`POST /comments/step/${stepid}`, { token, json: { text: 'First' } });
  await both.round({ people: [ann] });
  const [comment] = await desk.json<Comment[]>('GET /comments', { token });
  await desk.json(`PATCH /comments/${comment?.commentid}`, { token, json: { text: 'Second' } });
  const [entryid = ''] = desk.ctx.store.transact(null, (s) =>
    s.journal.list(['pending']).map((entry) => {
      s.journal.setState(entry, 'parked', { kind: 'forbidden', message: 'Too late.' });
      return entry.entryid;
    }),
  );
  // The guide comes with its comments, and then the step is deleted.
  await hub.json(`POST /guides/${guideid}/steps`, {
    token: admin,
    json: { orderby: 1, lines: [{ text: 'More', bullet: 'black', level: 0 }] },
  });
  await both.round({ people: [ann] });
  await hub.json(`DELETE /guides/${guideid}/steps/${stepid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [ann] });
  await desk.json(`POST /benchside/journal/${entryid}/discard`, { token });
  expect(await desk.json('GET /comments', { token })).toMatchObject([{ text_raw: 'First' }]);
});

it('[chaos minor] a run of a guide that became private shows no id of this desk', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  await desk.json('POST /work_log', { token, json: { guideid, workorderid: 'W 1' } });
  await both.round({ people: [ann] });
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, { token });
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { summary: 'Mine' } });
  const there = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
  await hub.json(`DELETE /guides/${guideid}/public?revisionid=${there.revisionid}`, { token: admin });
  await both.round({ people: [ann] });
  const { entries } = await desk.json<{ entries: { entryid: string }[] }>(
    'GET /benchside/journal?state=parked',
    {
      token,
    },
  );
  for (const { entryid } of entries) await desk.json(`POST /benchside/journal/${entryid}/discard`, { token });
  await both.round({ people: [ann] });
  expect(JSON.stringify(await desk.json('GET /work_log', { token }))).not.toMatch(/-1\d{9}/);
});

it('[chaos minor] [chaos seed 5021] a run names no form of a deleted step, at the hub as at desks', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'admin');
  const { token } = ann;
  const { steps } = await hub.json<Guide>(`GET /guides/${guideid}`, { token });
  const [first, second] = steps;
  const fields = [{ field_type: 'Text Input', label: 'Torque' }];
  for (const step of [first, second])
    await hub.json(`POST /step_forms/${step?.stepid}`, { token, json: { fields, form_revisionid: null } });
  await hub.json('POST /work_log', { token, json: { guideid, workorderid: 'W 1' } });
  const newest = async (): Promise<unknown[]> => {
    await both.round({ people: [ann] });
    const read = (core: typeof hub) => core.json<WorkLogEntry>('GET /work_log/1', { token });
    return [(await read(hub)).max_form_revisionid, (await read(desk)).max_form_revisionid];
  };
  expect(await newest()).toEqual([2, 2]);
  await hub.json(`DELETE /guides/${guideid}/steps/${second?.stepid}?revisionid=${second?.revisionid}`, {
    token,
  });
  expect(await newest()).toEqual([1, 1]);
});

it.for(['read before', 'never read'] as const)(
  '[F8.2] [chaos seed 5005] who had a job with a guide that they may not see any more has its form at a desk that had %s it',
  async (had) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const guideid = await addGuide(hub, admin);
    const ann = await deskPerson(both, 'ann', 'technician');
    const bob = await deskPerson(both, 'bob', 'technician');
    const people = [bob, ann];
    const { steps, revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
    const form = await hub.json<StepForm>(`POST /step_forms/${steps[0]?.stepid}`, {
      token: admin,
      json: { fields: [{ field_type: 'Text Input', label: 'Torque' }], form_revisionid: null },
    });
    await hub.json('POST /work_log', { token: ann.token, json: { guideid, workorderid: 'W 1' } });
    if (had === 'read before') await both.round({ people });
    await hub.json(`DELETE /guides/${guideid}/public?revisionid=${revisionid}`, { token: admin });
    await both.round({ people });
    for (const core of [hub, desk]) {
      const read = (token: string) =>
        core.call(`GET /step_forms/form_revisionid/${form.form_revisionid}`, { token });
      expect((await read(ann.token)).status, `as Ann at the ${core === hub ? 'hub' : 'desk'}`).toBe(200);
      expect((await read(bob.token)).status, 'as Bob').not.toBe(200);
    }
  },
);

it('[F1.5] [chaos seed 7004] a run of a guide that its reader may not see names the revision at its start', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await hub.json('POST /work_log', { token, json: { guideid, workorderid: 'W 1' } });
  await both.round({ people: [ann] });
  const change = async (json: object): Promise<void> => {
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
    await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token: admin, json });
  };
  const begun = (await hub.json<WorkLogEntry>('GET /work_log/1', { token })).guide_revisionid;
  await change({ public: false });
  await change({ summary: 'For us alone' });
  await both.round({ people: [ann] });
  const named = async (core: typeof hub): Promise<number> =>
    (await core.json<WorkLogEntry>('GET /work_log/1', { token })).guide_revisionid;
  expect([await named(hub), await named(desk)]).toEqual([begun, begun]);
});

it.each(['PUT /guides/1/public', 'PATCH /guides/1'])(
  '[F8.1] [chaos seed 6006] runs of a guide that becomes public are told to the desks of all who may see them: %s',
  async (route) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const guideid = await addGuide(hub, admin, { public: false });
    const ann = await deskPerson(both, 'ann', 'author');
    const { token } = ann;
    await hub.json('POST /work_log', { token: admin, json: { guideid, workorderid: 'W 1' } });
    await both.round({ people: [ann] });
    const runs = async (core: typeof hub): Promise<string[]> => {
      const { results } = await core.json<{ results: WorkLogEntry[] }>('GET /work_log?limit=20', { token });
      return results.map(({ workorderid }) => workorderid);
    };
    expect(await runs(desk)).toEqual([]);
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
    await hub.json(`${route}?revisionid=${revisionid}`, { token: admin, json: { public: true } });
    await both.round({ people: [ann] });
    expect(await runs(hub)).toEqual(['W 1']);
    expect(await runs(desk)).toEqual(['W 1']);
  },
);

it('[chaos 9] a guide that is rebuilt at a desk with a wrong clock keeps the date of its last check', async () => {
  const now = 1_790_000_000;
  await using both = await pair({ now: () => now, deskNow: () => now + 63_072_000 });
  const { hub, desk, net, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  await both.round({ people: [ann] });
  const checked = (): number | null => desk.ctx.store.read(null, (s) => s.guides.checkedDate(guideid));
  const before = checked();
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, { token });
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { summary: 'Mine' } });
  net.intercept = (request) =>
    request.startsWith('PATCH /guides')
      ? { kind: 'status', status: 422, body: '{"error":true,"message":"Not today"}' }
      : undefined;
  await both.round({ people: [ann] });
  const { entries } = await desk.json<{ entries: { entryid: string }[] }>(
    'GET /benchside/journal?state=parked',
    {
      token,
    },
  );
  for (const { entryid } of entries) await desk.json(`POST /benchside/journal/${entryid}/discard`, { token });
  expect(entries).toHaveLength(1);
  expect(checked()).toBeLessThan((before ?? 0) + 86_400);
});

it('[chaos 2] an editor whose only edits of a guide a restored hub has lost is not named as its editor', async () => {
  await using shop = await workshop();
  const guideid = await addGuide(shop.hub, shop.admin);
  const [ann, bo] = [await shop.bench('ann'), await shop.bench('bo')];
  await ann.round();
  const copy = await shop.backUp();
  const { revisionid } = await shop.hub.json<Guide>(`GET /guides/${guideid}`, { token: shop.admin });
  await shop.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: bo.person.token,
    json: { summary: 'Lost' },
  });
  await ann.round();
  const edited = (core: typeof shop.hub): Promise<unknown[]> =>
    core.json(`GET /users/${bo.person.userid}/guides`, { token: ann.person.token });
  expect(await edited(ann.desk)).toHaveLength(1);
  await shop.goOnWith(copy);
  await ann.round({ acceptRemovals: true });
  expect(await edited(ann.desk)).toEqual([]);
});

it.each(['never', 'before it was private', 'when it was private', 'each time'] as const)(
  '[F1.5] a run of a guide that its reader may not see names no form until it ends, also at a desk that has read it %s',
  async (when) => {
    await using both = await pair();
    const { hub, desk, admin } = both;
    const guideid = await addGuide(hub, admin);
    const ann = await deskPerson(both, 'ann', 'technician');
    const { token } = ann;
    const { steps, revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token: admin });
    const addForm = (step: number): Promise<StepForm> =>
      hub.json(`POST /step_forms/${steps[step]?.stepid}`, {
        token: admin,
        json: { fields: [{ field_type: 'Text Input', label: 'Torque' }], form_revisionid: null },
      });
    await addForm(0);
    await hub.json('POST /work_log', { token, json: { guideid, workorderid: 'W 1' } });
    const round = () => both.round({ people: [ann] });
    if (when === 'before it was private' || when === 'each time') await round();
    await hub.json(`DELETE /guides/${guideid}/public?revisionid=${revisionid}`, { token: admin });
    if (when === 'when it was private' || when === 'each time') await round();
    await addForm(1);
    await round();
    const named = async (): Promise<unknown[]> => {
      const read = (core: typeof hub) => core.json<WorkLogEntry>('GET /work_log/1', { token });
      return [(await read(hub)).max_form_revisionid, (await read(desk)).max_form_revisionid];
    };
    expect(await named()).toEqual([null, null]);
    await hub.json('POST /work_log/1/finish', { token, json: {} });
    await round();
    expect(await named()).toEqual([2, 2]);
  },
);

it('[F1.2] [seed 71370038] versions kept at a desk name the prerequisites that the author of an edit may not see', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const [guideid, secret] = [await addGuide(hub, admin), await addGuide(hub, admin, { title: 'Secret' })];
  const { revisionid } = await hub.json<Guide>(`GET /guides/${secret}`, { token: admin });
  await hub.json(`DELETE /guides/${secret}/public?revisionid=${revisionid}`, { token: admin });
  const [lead, ann] = [await deskPerson(both, 'lead', 'admin'), await deskPerson(both, 'ann', 'author')];
  await both.round({ people: [lead, ann] });
  const path = `/guides/${guideid}`;
  const edit = async (core: typeof hub, token: string, json: object): Promise<Guide> => {
    const now = await core.json<Guide>(`GET ${path}`, { token });
    return core.json(`PATCH ${path}?revisionid=${now.revisionid}`, { token, json });
  };
  await edit(desk, ann.token, { summary: 'First' });
  await edit(desk, ann.token, { conclusion: 'Second' });
  await edit(hub, admin, { prerequisites: [secret] });
  await both.round({ people: [lead, ann] });
  const kept = desk.ctx.store.read(null, (s) =>
    s.db.all(sql<StoredRow<'guide_revision', 'revisionid'>>`SELECT revisionid FROM guide_revision
       WHERE guideid = ${guideid} AND revisionid > 0`),
  );
  expect(kept.length).toBeGreaterThan(1);
  for (const { revisionid } of kept)
    for (const { token } of [lead, ann]) {
      const read = async (core: typeof hub): Promise<unknown> => {
        const { prerequisites, needs } = await core.json<Guide>(`GET ${path}?revisionid=${revisionid}`, {
          token,
        });
        return [revisionid, prerequisites.map((one) => one.guideid), needs];
      };
      expect(await read(desk)).toEqual(await read(hub));
    }
  const readBy = (token: string): Promise<Guide> => hub.json(`GET ${path}`, { token });
  expect(await readBy(ann.token)).toMatchObject({
    prerequisites: [],
    needs: [{ guideid: secret, releaseid: null }],
  });
  expect(await readBy(lead.token)).not.toHaveProperty('needs');
});
