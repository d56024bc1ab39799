import { describe, expect, it } from 'vitest';

import { unsentEdits } from '../../app/bundle/export-journal.ts';
import { sql } from '../../app/store/sql.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { addGuide, deskPerson, everything, pair } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import type { TestCore } from '../helpers/core.ts';

interface Bench extends AsyncDisposable {
  both: Pair;
  ann: DeskPerson;
  ben: DeskPerson;
  guideid: number;
}

/** A hub with a guide of two steps, and a desk that has it, with two people. */
async function bench(): Promise<Bench> {
  const both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const ben = await deskPerson(both, 'ben', 'author');
  await both.round({ people: [ann, ben] });
  return { both, ann, ben, guideid, [Symbol.asyncDispose]: () => both[Symbol.asyncDispose]() };
}

const parked = async ({ desk }: Pair, { token }: DeskPerson): Promise<JournalItem[]> =>
  (await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', { token })).entries;

/** Refuses every edit for good. */
async function refuseAll(both: Pair, people: DeskPerson[]): Promise<void> {
  both.net.intercept = (request) =>
    request.startsWith('GET') ? undefined : { kind: 'status', status: 422, body: '{"message":"Not today"}' };
  await both.round({ people });
  both.net.intercept = undefined;
}

async function discardAll(both: Pair, person: DeskPerson): Promise<void> {
  for (let [entry] = await parked(both, person); entry; [entry] = await parked(both, person))
    await both.desk.json(`POST /benchside/journal/${entry.entryid}/discard`, { token: person.token });
}

describe('[J9.2 J9.3] a discarded edit', () => {
  it('that ended a guide with a release brings the guide back', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    await both.hub.json('POST /guides/releases', {
      token: both.admin,
      json: { guideid, status: 'released' },
    });
    await both.round({ people: [ann] });
    const before = await both.desk.json<Guide>(`GET /guides/${guideid}`, { token });
    const path = `/guides/${guideid}?revisionid=${before.revisionid}`;
    await both.desk.call(`DELETE ${path}`, { token });
    await refuseAll(both, [ann]);
    expect((await both.desk.call(`GET /guides/${guideid}`, { token })).status).toBe(404);
    await discardAll(both, ann);
    expect(await both.desk.json(`GET /guides/${guideid}`, { token })).toEqual(before);
  });

  it('is no longer shown, whatever it edited', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const { desk } = both;
    const { steps } = await desk.json<Guide>(`GET /guides/${guideid}`, { token });
    const stepid = steps[0]?.stepid ?? 0;
    const shown = async (): Promise<unknown[]> => [
      await desk.json(`GET /guides/${guideid}/tags`, { token }),
      await desk.json(`GET /guides/${guideid}/users`, { token }),
      await desk.json(`GET /step_forms/guideid/${guideid}`, { token }),
      await desk.json('GET /user/favorites/guides', { token }),
      await desk.json('GET /work_log', { token }),
      await desk.json('GET /wikis/CATEGORY?includeStubs=true', { token }),
      await desk.json('GET /wikis/ITEM?includeStubs=true', { token }),
      (await desk.json<Guide>(`GET /guides/${guideid}`, { token })).tools,
    ];
    const before = await shown();
    await desk.json(`PUT /guides/${guideid}/tag`, { token, json: { tag: 'mine' } });
    await desk.json(`PUT /guides/${guideid}/users/${at.ben.userid}`, { token });
    const fields = [{ field_type: 'Text Input', label: 'Serial number' }];
    await desk.json(`POST /step_forms/${stepid}`, { token, json: { fields } });
    await desk.json(`PUT /user/favorites/guides/${guideid}`, { token });
    await desk.json('POST /work_log', { token, json: { guideid, workorderid: 'WO-1' } });
    await desk.json('POST /wikis', {
      token,
      json: { namespace: 'CATEGORY', title: 'Press', contents: 'It presses.' },
    });
    const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, { token });
    await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token,
      json: { tools: [{ name: 'Puller' }] },
    });
    expect(await shown()).not.toEqual(before);
    await refuseAll(both, [ann]);
    await discardAll(both, ann);
    expect(await shown()).toEqual(before);
    await both.round({ people: [ann] });
    expect(await shown()).toEqual(before);
  });

  it('leaves earlier and later releases of the site, and later changes of people', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const release = (core: TestCore, title: string): Promise<unknown> =>
      core.json('POST /guides/releases', { token, json: { guideid, title, status: 'released' } });
    const patch = async (core: TestCore, title: string): Promise<unknown> => {
      const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled=true`, { token });
      return core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title } });
    };
    const shown = async (core: TestCore): Promise<unknown> =>
      JSON.parse(
        JSON.stringify([
          await core.json(`GET /guides/${guideid}`, { token }),
          await core.json('GET /guides', { token }),
          await core.json(`GET /guides/releases?guideid=${guideid}`, { token }),
          await core.json(`GET /users/${ann.userid}`, { token }),
        ]).replaceAll(/http:\/\/[\w.:]+\//g, 'http://site/'),
      );
    await both.hub.json(`PUT /guides/${guideid}/users/${ann.userid}`, { token: both.admin });
    await release(both.hub, 'First');
    await patch(both.hub, 'Not released');
    await both.round({ people: [ann] });
    const before = await shown(both.desk);
    expect(before).toEqual(await shown(both.hub));

    await release(both.desk, 'Given up');
    expect(await shown(both.desk)).not.toEqual(before);
    // It earns her reputation.
    await addGuide(both.hub, token);
    await refuseAll(both, [ann]);
    await discardAll(both, ann);
    expect(await shown(both.desk)).toEqual(await shown(both.hub));

    await release(both.desk, 'Given up too');
    await release(both.hub, 'Second');
    await patch(both.hub, 'Not released either');
    await refuseAll(both, [ann]);
    await discardAll(both, ann);
    expect(await shown(both.desk)).toEqual(await shown(both.hub));
  });

  it('parks a comment on the page that was made along with it; any other comment waits for the site', async () => {
    await using at = await bench();
    const { both, ann, ben, guideid } = at;
    const { token } = ann;
    const comment = async (name: string): Promise<void> => {
      const { revisionid } = await both.desk.json<Guide>(`GET /guides/${guideid}`, { token });
      const json = { tools: [{ name, quantity: 1 }] };
      await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
      const { wikiid } = await both.desk.json<Wiki>(`GET /wikis/ITEM/${name}`, { token });
      await both.desk.json(`POST /comments/wiki/${wikiid}`, { token, json: { text: `On ${name}` } });
    };
    await comment('Spudger');
    const page = await both.desk.json<Wiki>('GET /wikis/ITEM/Spudger', { token: ben.token });
    await both.desk.json(`PATCH /wikis/ITEM/Spudger?revisionid=${page.revisionid}`, {
      token: ben.token,
      json: { contents: 'Of plastic.' },
    });
    await both.round({ people: [ann, ben] });
    expect(await parked(both, ann)).toEqual([]);
    expect(await both.hub.json('GET /wikis/ITEM/Spudger')).toMatchObject({ contents_raw: 'Of plastic.' });
    const comments = await both.hub.json<Comment[]>('GET /comments');
    expect(comments.map(({ text_raw }) => text_raw)).toContain('On Spudger');
    await comment('Crowbar');
    await refuseAll(both, [ann]);
    expect(await parked(both, ann)).toHaveLength(1);
    await discardAll(both, ann);
    await both.round({ people: [ann] });
    expect(await parked(both, ann)).toMatchObject([
      { cause: { kind: 'gone' }, operation: 'POST /comments/{context}/{contextid}' },
    ]);
  });

  it('does not restore a page that the site has deleted before reporting it', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    const { revisionid } = await both.desk.json<Guide>(`GET /guides/${guideid}`, { token });
    await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token,
      json: { tools: [{ name: 'Crowbar', quantity: 1 }] },
    });
    const { wikiid } = await both.desk.json<Wiki>('GET /wikis/ITEM/Crowbar', { token });
    both.net.intercept = (request) =>
      request.startsWith('GET /benchside/changes') ? { kind: 'drop' } : undefined;
    await both.round({ people: [ann] });
    both.net.intercept = undefined;
    const there = await both.hub.json<Wiki>('GET /wikis/ITEM/Crowbar');
    await both.hub.json(`DELETE /wikis/ITEM/Crowbar?revisionid=${there.revisionid}`, {
      token: both.admin,
      expect: 204,
    });
    await both.desk.json(`POST /comments/wiki/${wikiid}`, { token, json: { text: 'Of steel.' } });
    await both.round({ people: [ann] });
    expect(await parked(both, ann)).toMatchObject([
      { cause: { kind: 'gone', message: expect.stringMatching(/^This was deleted on the hub/) } },
    ]);
  });

  it('leaves later edits, which are sent without it', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const { token } = ann;
    for (const json of [{ title: 'Given up' }, { summary: 'Stays' }]) {
      const { revisionid } = await both.desk.json<Guide>(`GET /guides/${guideid}`, { token });
      await both.desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
    }
    await refuseAll(both, [ann]);
    const [first] = await parked(both, ann);
    await both.desk.json(`POST /benchside/journal/${first?.entryid}/discard`, { token });
    const expected = { title: 'Mend the pump', summary: 'Stays' };
    expect(await both.desk.json(`GET /guides/${guideid}`, { token })).toMatchObject(expected);
    await both.round({ people: [ann] });
    expect(await both.hub.json(`GET /guides/${guideid}`, { token })).toMatchObject(expected);
  });
});

describe('several people at one desk', () => {
  it('[F7] keep their own data when others sign in and out', async () => {
    await using at = await bench();
    const { both, ann, guideid } = at;
    const tech = await deskPerson(both, 'tech', 'technician');
    const { guideid: own } = await both.hub.json<{ guideid: number }>('POST /guides', {
      token: ann.token,
      json: { category: 'Pump', type: 'repair', title: 'A draft of Ann' },
    });
    const asAnn = (route: string): Promise<unknown> => both.desk.json(route, { token: ann.token });
    await both.round({ people: [tech, ann] });
    expect(await asAnn(`GET /guides/${own}`)).toMatchObject({ title: 'A draft of Ann', public: false });
    await both.desk.json(`GET /guides/${own}`, { token: tech.token, expect: 403 });
    await both.round({ people: [tech] });
    expect(await asAnn(`GET /guides/${own}`)).toMatchObject({ title: 'A draft of Ann' });
    // Data that arrives while nobody can read it for her arrives when she is back.
    const { authToken } = await both.hub.json<{ authToken: string }>('POST /user/token', {
      json: { email: 'ann@example.org', password: 'long enough to keep' },
    });
    both.hub.ctx.store.transact(null, (s) =>
      s.db.run(sql`DELETE FROM session
         WHERE userid = ${ann.userid}
           AND rowid = (SELECT min(rowid) FROM session WHERE userid = ${ann.userid})`),
    );
    await both.hub.json(`PUT /user/favorites/guides/${guideid}`, { token: authToken });
    await both.round({ people: [ann, tech] });
    await both.round({ people: [{ ...ann, token: authToken }, tech] });
    expect(await asAnn('GET /user/favorites/guides')).toMatchObject([{ guide: { guideid } }]);
    expect(await asAnn(`GET /guides/${own}`)).toMatchObject({ title: 'A draft of Ann' });
  });

  it('[F1.2] keep comments on steps that are only in a draft when others get the guide after them', async () => {
    await using at = await bench();
    const { both, ann, ben, guideid } = at;
    const { token } = ann;
    const tech = await deskPerson(both, 'tech', 'technician');
    await both.hub.json('POST /guides/releases', {
      token: both.admin,
      json: { guideid, status: 'released' },
    });
    const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}`, { token });
    const { steps } = await both.hub.json<Guide>(`POST /guides/${guideid}/steps?revisionid=${revisionid}`, {
      token,
      json: { orderby: 1, lines: [{ text: 'Not released', bullet: 'black', level: 0 }] },
    });
    const { commentid } = await both.hub.json<{ commentid: number }>(
      `POST /comments/step/${steps[0]?.stepid}`,
      {
        token,
        json: { text: 'Is it dry?' },
      },
    );
    for (const people of [
      [tech, ann],
      [tech, ann, ben],
    ]) {
      await both.round({ people });
      const statuses = ({ call }: TestCore): Promise<number[]> =>
        Promise.all(
          people.map(async ({ token }) => (await call(`GET /comments/${commentid}`, { token })).status),
        );
      // Readers are not shown the step.
      expect(await statuses(both.desk)).toEqual(people.map((person) => (person === tech ? 403 : 200)));
      expect(await statuses(both.desk)).toEqual(await statuses(both.hub));
    }
  });

  it('[F1.2] see the prerequisites that the hub shows each of them, from one copy', async () => {
    await using at = await bench();
    const { both, ann, ben, guideid } = at;
    const { guideid: own } = await both.hub.json<{ guideid: number }>('POST /guides', {
      token: ann.token,
      json: { category: 'Pump', type: 'repair', title: 'Private to Ann' },
    });
    const open = await addGuide(both.hub, both.admin);
    const patch = async (json: object): Promise<void> => {
      const { revisionid } = await both.hub.json<Guide>(`GET /guides/${guideid}?unpatrolled=true`, {
        token: both.admin,
      });
      await both.hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token: both.admin, json });
    };
    await patch({ prerequisites: [own, open] });
    await both.hub.json('POST /guides/releases', {
      token: both.admin,
      json: { guideid, status: 'released' },
    });
    await patch({ summary: 'Not released' });
    const needed = async (core: TestCore, { token }: DeskPerson): Promise<number[]> =>
      (await core.json<Guide>(`GET /guides/${guideid}`, { token })).prerequisites.map((one) => one.guideid);
    for (const people of [
      [ann, ben],
      [ben, ann],
    ]) {
      await both.round({ people });
      expect(await needed(both.desk, ann)).toEqual([own, open]);
      expect(await needed(both.desk, ben)).toEqual([open]);
    }
    expect([await needed(both.hub, ann), await needed(both.hub, ben)]).toEqual([[own, open], [open]]);
  });
});

it('[J9.5] discarding an edit of a guide or page that was made here leaves that as it is without the edit', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'author');
  const lead = await deskPerson(both, 'lead', 'author');
  await both.round({ people: [ann, lead] });
  const make = <T>(route: string, json: object): Promise<T> => desk.json(route, { token: ann.token, json });
  const { guideid } = await make<Guide>('POST /guides', {
    category: 'Pump',
    type: 'repair',
    title: 'Good',
    public: true,
  });
  const { steps, revisionid } = await make<Guide>(`POST /guides/${guideid}/steps`, {
    orderby: 1,
    lines: [{ text: 'Do it', bullet: 'black', level: 0 }],
  });
  const fields = [{ field_type: 'Text Input', label: 'Torque', required: false }];
  await make(`POST /step_forms/${steps[0]?.stepid}`, { fields });
  await make(`POST /comments/guide/${guideid}`, { text: 'Hm' });
  await make(`PUT /guides/${guideid}/tag`, { tag: 'wet' });
  await make(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { title: 'Bad' });
  const page = await make<Wiki>('POST /wikis', { namespace: 'INFO', title: 'Rules', contents: 'Good' });
  await make(`PATCH /wikis/INFO/Rules?revisionid=${page.revisionid}`, { contents: 'Bad' });
  // All of that waits for a lead.
  await hub.json(`PUT /benchside/people/${ann.userid}/active`, {
    token: admin,
    json: { active: false },
    expect: 204,
  });
  await both.round({ people: [lead] });
  for (const { entryid, operation } of await parked(both, lead))
    if (operation.startsWith('PATCH '))
      await desk.json(`POST /benchside/journal/${entryid}/discard`, { token: lead.token });
  const read = <T>(route: string): Promise<T> => desk.json(route, { token: lead.token });
  expect(await read(`GET /guides/${guideid}`)).toMatchObject({
    title: 'Good',
    steps: [{ stepid: steps[0]?.stepid }],
    comments: [{ text_raw: 'Hm' }],
  });
  expect(await read(`GET /guides/${guideid}/tags`)).toEqual(['wet']);
  expect(await read(`GET /step_forms/stepid/${steps[0]?.stepid}`)).toMatchObject({
    fields: [{ label: 'Torque' }],
  });
  expect(await read('GET /wikis/INFO/Rules')).toMatchObject({ contents_raw: 'Good' });
  for (const { entryid } of await parked(both, lead))
    await desk.json(`POST /benchside/journal/${entryid}/retry`, { token: lead.token });
  for (let n = 0; n < 2; n += 1) await both.round({ people: [lead] });
  expect(await everything(desk)).toEqual(await everything(hub));
});

it('[J9.5] discarding an edit of a page that an edit of a guide made along the way leaves the page as that edit made it', async () => {
  await using at = await bench();
  const { both, ann, ben, guideid } = at;
  const { hub, desk, admin } = both;
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, ann);
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: ann.token,
    json: { tools: [{ name: 'Saw', quantity: 1 }] },
  });
  const path = '/wikis/ITEM/Saw';
  const page = await desk.json<Wiki>(`GET ${path}`, ann);
  await desk.json(`PATCH ${path}?revisionid=${page.revisionid}`, {
    token: ben.token,
    json: { contents: 'Bad' },
  });
  await hub.json(`PUT /benchside/people/${ben.userid}/active`, {
    token: admin,
    json: { active: false },
    expect: 204,
  });
  // Ann's edit waits for her sign-in.
  const lead = await deskPerson(both, 'lead', 'author');
  await both.round({ people: [lead] });
  await discardAll(both, lead);
  expect(await desk.json(`GET ${path}`, ann)).toMatchObject({ wikiid: page.wikiid, contents_raw: '' });
  for (let n = 0; n < 2; n += 1) await both.round({ people: [ann, lead] });
  expect(await everything(desk)).toEqual(await everything(hub));
});

const withoutSite = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer).replaceAll(/http:\/\/[\w.:]+\//g, 'http://site/'));

/** Writes a comment and two answers to it. */
async function thread(
  { hub, admin }: Pair,
  { token }: DeskPerson,
  guideid: number,
): Promise<{ top: Comment; first: Comment; second: Comment }> {
  const say = (text: string, more: object, author = admin): Promise<Comment> =>
    hub.json(`POST /comments/guide/${guideid}`, { token: author, json: { text, ...more } });
  const top = await say('Top', {}, token);
  const parentid = top.commentid;
  return { top, first: await say('First', { parentid }), second: await say('Second', { parentid }) };
}

it('[J9.6] discarding an edit of a comment leaves the answers to it as the site has them, with their edits that wait', async () => {
  await using at = await bench();
  const { both, ann, ben, guideid } = at;
  const { hub, desk, admin } = both;
  const { top, first, second } = await thread(both, ann, guideid);
  const own = await hub.json<Comment>(`POST /comments/guide/${guideid}`, {
    token: ben.token,
    json: { text: 'Of Ben', parentid: top.commentid },
  });
  await both.round({ people: [ann, ben] });
  await desk.json(`PATCH /comments/${top.commentid}`, { token: ann.token, json: { text: 'Better' } });
  await desk.json(`PATCH /comments/${own.commentid}`, { token: ben.token, json: { text: 'Ben too' } });
  await hub.json(`DELETE /comments/${first.commentid}`, { token: admin });
  await hub.json(`PATCH /comments/${second.commentid}`, { token: admin, json: { text: 'Second too' } });
  await refuseAll(both, [ann]);
  await discardAll(both, ann);
  const { replies } = await desk.json<Comment>(`GET /comments/${top.commentid}`, ann);
  expect(replies.map(({ text_raw }) => text_raw)).toEqual(['Second too', 'Ben too']);
  await both.round({ people: [ann, ben] });
  expect(withoutSite(await desk.json('GET /comments', ann))).toEqual(
    withoutSite(await hub.json('GET /comments', ann)),
  );
});

it('[J9.6] discarding the deletion of a comment brings all answers to it back, also those that came meanwhile', async () => {
  await using at = await bench();
  const { both, ann, ben, guideid } = at;
  const { hub, desk, admin } = both;
  const { top } = await thread(both, ann, guideid);
  const parentid = top.commentid;
  await both.round({ people: [ann, ben] });
  await desk.json(`DELETE /comments/${parentid}`, ann);
  await hub.json(`POST /comments/guide/${guideid}`, { token: admin, json: { text: 'Late', parentid } });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: admin,
    json: { title: 'New' },
  });
  await both.round({ people: [] });
  expect(await desk.json('GET /comments', ann)).toEqual([]);
  await refuseAll(both, [ann]);
  await discardAll(both, ann);
  const { replies } = await desk.json<Comment>(`GET /comments/${parentid}`, ann);
  expect(replies.map(({ text_raw }) => text_raw)).toEqual(['First', 'Second', 'Late']);
  expect(withoutSite(await desk.json('GET /comments', ann))).toEqual(
    withoutSite(await hub.json('GET /comments', ann)),
  );
});

it('[J9.7] discarding the restoration of a guide hides the guide again', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'admin');
  await both.round({ people: [ann] });
  const end = async (): Promise<void> => {
    const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
    await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  };
  const restore = `POST /guides/${guideid}/en/restore`;
  await end();
  await both.round({ people: [ann] });
  await desk.json(restore, ann);
  expect(await desk.json(`GET /guides/${guideid}`)).toMatchObject({ guideid });
  await refuseAll(both, [ann]);
  await discardAll(both, ann);
  await both.round({ people: [ann] });
  expect(await everything(desk)).toEqual(await everything(hub));
  // If others have restored it meanwhile, it stays.
  await desk.json(restore, ann);
  await hub.json(restore, { token: admin });
  await both.round({ people: [ann] });
  await discardAll(both, ann);
  expect(await everything(desk)).toEqual(await everything(hub));
});

it('[J9.7] a guide whose restoration was discarded stays for the author of an edit that waits, as one that the site deleted', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin);
  const ann = await deskPerson(both, 'ann', 'admin');
  await both.round({ people: [ann] });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [ann] });
  await desk.json(`POST /guides/${guideid}/en/restore`, ann);
  const there = await desk.json<Guide>(`GET /guides/${guideid}`, ann);
  await desk.json(`PATCH /guides/${guideid}?revisionid=${there.revisionid}`, {
    token: ann.token,
    json: { title: 'Mine' },
  });
  await refuseAll(both, [ann]);
  const [restoration] = await parked(both, ann);
  await desk.json(`POST /benchside/journal/${restoration?.entryid}/discard`, ann);
  expect(await desk.json(`GET /guides/${guideid}`, ann)).toMatchObject({ title: 'Mine' });
  await both.round({ people: [ann] });
  const [item] = await parked(both, ann);
  expect(item).toMatchObject({ canPutBack: true });
  await desk.json(`POST /benchside/journal/${item?.entryid}/decide`, {
    token: ann.token,
    json: { take: 'theirs' },
  });
  await both.round({ people: [ann] });
  expect(await everything(desk)).toEqual(await everything(hub));
});

it('[J9.8] discarding the start of a job leaves the work that it began to those to whom it is assigned', async () => {
  await using at = await bench();
  const { both, ben, guideid } = at;
  const { hub, desk, admin } = both;
  const tech = await deskPerson(both, 'tech');
  const workorderid = 'W-1';
  await hub.json('POST /benchside/assignments', {
    token: admin,
    json: { guideid, workorderid, userid: ben.userid, note: 'Urgent' },
  });
  await both.round({ people: [ben, tech] });
  const assigned = async (core: TestCore): Promise<unknown> => core.json('GET /benchside/assignments', ben);
  await desk.json('POST /work_log', { token: tech.token, json: { guideid, workorderid } });
  expect(await assigned(desk)).toMatchObject({ results: [{ note: 'Urgent', entryid: expect.any(Number) }] });
  // The file that a person saves to a stick does not contain work that is assigned to others.
  const carrier = desk.ctx.store.read(null, (s) => s.users.actor(tech.userid)) ?? undefined;
  const { entries } = await unsentEdits(desk.ctx, { carrier });
  expect(entries).toMatchObject([{ operation: 'POST /work_log', before: [] }]);
  await refuseAll(both, [ben, tech]);
  await discardAll(both, tech);
  await both.round({ people: [ben, tech] });
  expect(await assigned(desk)).toEqual(await assigned(hub));
});

it('[J7.22] what the site deleted stays as the site had it last, also after one of several edits of it is discarded', async () => {
  await using at = await bench();
  const { both, ann, ben, guideid } = at;
  const { hub, desk, admin } = both;
  const change = async (core: TestCore, token: string, json: object): Promise<void> => {
    const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}`, { token });
    await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
  };
  await change(desk, ann.token, { title: 'Ann' });
  await change(desk, ben.token, { summary: 'Ben' });
  await change(hub, admin, { conclusion: 'Admin' });
  await both.round({ people: [] });
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`);
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin });
  await both.round({ people: [ann, ben] });
  await discardAll(both, ann);
  const left = { title: 'Mend the pump', summary: 'Ben', conclusion_raw: 'Admin' };
  expect(await desk.json(`GET /guides/${guideid}`, ben)).toMatchObject(left);
  await both.round({ people: [ann, ben] });
  const [item] = await parked(both, ben);
  await desk.json(`POST /benchside/journal/${item?.entryid}/decide`, {
    token: ben.token,
    json: { take: 'mine' },
  });
  await both.round({ people: [ann, ben] });
  const [again] = await hub.json<{ guideid: number }[]>('GET /guides');
  expect(await hub.json(`GET /guides/${again?.guideid}`)).toMatchObject(left);
});
