import { expect, test } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { MediaImage } from '../../shared/model/image.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { feedLines } from '../helpers/feed.ts';
import type { FeedLine } from '../helpers/feed.ts';
import { addGuide, addPerson } from '../helpers/people.ts';
import { photo } from '../media/pictures.ts';

/** Returns what the feed has of one resource for a person: its document, or nothing. */
async function told(core: TestCore, kind: string, id: number, token?: string): Promise<unknown> {
  return (await feedLines(core, token)).find((line) => line.kind === kind && line.id === id)?.doc;
}

/** Creates a released guide of `owner` with a step, a form and a comment that are only in its draft. */
async function withDraft(core: TestCore, owner: { token: string }) {
  const { token } = owner;
  const author = await addPerson(core, 'author', { role: 'author' });
  const { guideid, stepid } = await addGuide(core, token);
  const release = (title: string): Promise<unknown> =>
    core.json('POST /guides/releases', { token: author.token, json: { guideid, title, status: 'released' } });
  await release('First');
  const line = { text: 'Not yet.', bullet: 'black', level: 0 };
  const { steps } = await core.json<{ steps: { stepid: number }[] }>(`POST /guides/${guideid}/steps`, {
    token,
    json: { orderby: 2, lines: [line] },
  });
  const drafted = steps.find((step) => step.stepid !== stepid)?.stepid ?? 0;
  const form = await core.json<{ form_revisionid: number; fields: { field_revisionid: number }[] }>(
    `POST /step_forms/${drafted}`,
    { token, json: { fields: [{ field_type: 'Text Input', label: 'Secret pressure' }] } },
  );
  const comment = await core.json<Comment>(`POST /comments/step/${drafted}`, {
    token,
    json: { text: 'Still secret' },
  });
  return { guideid, drafted, form, comment, author, release };
}

test('[security 8] forms and comments on steps of a draft are shown only to its editors until it is released', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const mallory = await addPerson(core, 'mallory');
  const { drafted, form, comment, author, release } = await withDraft(core, ann);
  const field = form.fields[0]?.field_revisionid;
  const routes = [
    `GET /step_forms/form_revisionid/${form.form_revisionid}`,
    `GET /step_forms/field_revisionid/${field}`,
    `GET /comments/${comment.commentid}`,
  ];
  const isListed = async (token?: string): Promise<boolean> => {
    const listed = await core.json<Comment[]>('GET /comments', token === undefined ? {} : { token });
    return listed.some(({ commentid }) => commentid === comment.commentid);
  };
  const seenBy = async (token?: string): Promise<boolean[]> => [
    ...(await Promise.all(
      routes.map(async (route) => (await core.call(route, token === undefined ? {} : { token })).ok),
    )),
    await isListed(token),
    (await told(core, 'form', drafted, token)) !== undefined,
    (await told(core, 'comment', comment.commentid, token)) !== undefined,
  ];
  for (const token of [undefined, mallory.token])
    expect(new Set(await seenBy(token))).toEqual(new Set([false]));
  for (const { token } of [ann, author]) expect(new Set(await seenBy(token))).toEqual(new Set([true]));

  const { sequence } = core.ctx.store.read(null, (s) => ({ sequence: s.feed.sequence }));
  await release('Second');
  for (const token of [undefined, mallory.token])
    expect(new Set(await seenBy(token))).toEqual(new Set([true]));
  // Desks that did not get them get them now.
  const news = core.ctx.store.read(null, (s) => s.feed.after(sequence, 100));
  expect(news.map(({ kind, id }) => `${kind} ${id}`)).toEqual(
    expect.arrayContaining([`form ${drafted}`, `comment ${comment.commentid}`]),
  );
});

test('[security 8] comments on steps of a draft stay hidden when the step is deleted', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const mallory = await addPerson(core, 'mallory');
  const { guideid, drafted, comment } = await withDraft(core, ann);
  const { steps } = await core.json<{ steps: { stepid: number; revisionid: number }[] }>(
    `GET /guides/${guideid}?unpatrolled`,
    { token: ann.token },
  );
  const revisionid = steps.find(({ stepid }) => stepid === drafted)?.revisionid;
  await core.call(`DELETE /guides/${guideid}/steps/${drafted}?revisionid=${revisionid}`, {
    token: ann.token,
  });
  const route = `GET /comments/${comment.commentid}`;
  expect((await core.call(route, { token: mallory.token })).ok).toBe(false);
  expect(await core.json('GET /comments', { token: mallory.token })).toEqual([]);
  expect((await core.call(route, { token: ann.token })).ok).toBe(true);
});

test('[security 8] tags are sent and listed only to people who may read the tagged document', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const mallory = await addPerson(core, 'mallory');
  const secret = await addGuide(core, ann.token, { public: false });
  const shown = await addGuide(core, ann.token);
  const tag = (guideid: number, name: string): Promise<unknown> =>
    core.json(`PUT /guides/${guideid}/tag`, { token: ann.token, json: { tag: name } });
  await tag(secret.guideid, 'customer-recall');
  await tag(shown.guideid, 'pumps');
  for (const token of [undefined, mallory.token]) {
    expect(await core.json('GET /tags', token === undefined ? {} : { token })).toEqual(['pumps']);
    expect(await told(core, 'tags', secret.guideid, token)).toBeUndefined();
    expect(await told(core, 'tags', shown.guideid, token)).toEqual(['pumps']);
  }
  expect(await core.json('GET /tags', { token: ann.token })).toHaveLength(2);
  expect(await told(core, 'tags', secret.guideid, ann.token)).toEqual(['customer-recall']);
});

/** Returns a function that uploads a picture into the media manager of a person. */
async function uploader(core: TestCore, token: string): Promise<() => Promise<MediaImage['image']>> {
  const jpeg = new Uint8Array(await (await photo(300, 200)).jpeg().toBuffer());
  return async () =>
    (await core.json<MediaImage>('POST /user/media/images?file=a.jpg', { token, body: jpeg })).image;
}

test('[security 3] nobody finds a picture by its id that they may not see', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const mallory = await addPerson(core, 'mallory');
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const upload = await uploader(core, ann.token);
  const [kept, hidden, shown] = [await upload(), await upload(), await upload()];
  const secret = await addGuide(core, ann.token, { public: false, image: hidden.id });
  await addGuide(core, ann.token, { image: shown.id });
  const orphan = core.ctx.store.transact(null, (s) =>
    s.media.add({ userid: null, width: 1, height: 1, mime: 'image/png', hidden: true }, []),
  );
  const secrets = [kept, hidden, { id: orphan.imageid, guid: orphan.guid }];
  const text = [...secrets, shown].map(({ id }) => `[image|${id}]`).join(' ');
  const { token } = mallory;
  const expectOnly = (answer: unknown, of: string): void => {
    const found = [...secrets, shown].filter(({ guid }) => JSON.stringify(answer).includes(guid));
    expect([of, found.map(({ guid }) => guid)]).toEqual([of, [shown.guid]]);
  };
  expectOnly(await core.json('POST /benchside/preview', { token, json: { text } }), 'preview');
  expectOnly(
    await core.json(`PATCH /users/${mallory.userid}`, { token, json: { about: text } }),
    'a profile',
  );
  const guide = { category: 'Pump', type: 'repair', public: true };
  const own = await core.json<{ guideid: number; revisionid: number; introduction_rendered: string }>(
    'POST /guides',
    { token, json: { ...guide, introduction: text } },
  );
  expectOnly(own, 'a guide');
  for (const { id } of secrets) {
    for (const [route, json] of [
      ['POST /guides', { ...guide, image: id }],
      [`PATCH /users/${mallory.userid}`, { image: id }],
    ] as const)
      await core.json(route, { token, json, expect: 422 });
  }
  await core.json('POST /guides', { token, json: { ...guide, image: shown.id }, expect: 201 });
  // An admin who corrects the text does not know the ids in it.
  const corrected = await core.json(`PATCH /guides/${own.guideid}?revisionid=${own.revisionid}`, {
    token: admin.token,
    json: { introduction: `${text} Corrected.` },
  });
  expectOnly(corrected, 'a correction');

  // A picture that the writer may show stays when others change or read the text later.
  const mine = await core.json<{ guideid: number; revisionid: number; introduction_rendered: string }>(
    'POST /guides',
    { token: ann.token, json: { ...guide, introduction: `Look: [image|${kept.id}]` } },
  );
  expect(mine.introduction_rendered).toContain(kept.guid);
  const edited = await core.json<{ introduction_rendered: string }>(
    `PATCH /guides/${mine.guideid}?revisionid=${mine.revisionid}`,
    { token: admin.token, json: { introduction: `Look here: [image|${kept.id}] [image|${hidden.id}]` } },
  );
  expect(edited.introduction_rendered).toContain(kept.guid);
  expect(edited.introduction_rendered).not.toContain(hidden.guid);
  expect(secret.guideid).toBeGreaterThan(0);
});

test('[security pictures] a text that an admin corrects shows nobody the photo of a job, or the picture of a draft', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const mallory = await addPerson(core, 'mallory');
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const upload = await uploader(core, ann.token);
  const [ofJob, ofDraft] = [await upload(), await upload()];
  const { guideid, stepid } = await addGuide(core, ann.token);
  const form = await core.json<{ fields: { field_revisionid: number }[] }>(`POST /step_forms/${stepid}`, {
    token: ann.token,
    json: { fields: [{ field_type: 'Image', label: 'Photo' }] },
  });
  const { entryid } = await core.json<{ entryid: number }>('POST /work_log', {
    token: ann.token,
    json: { guideid, workorderid: 'WO-1' },
  });
  await core.json(`PUT /work_log/${entryid}/stepData`, {
    token: ann.token,
    json: { fields: { [String(form.fields[0]?.field_revisionid)]: String(ofJob.id) } },
  });
  await core.json('POST /guides/releases', {
    token: admin.token,
    json: { guideid, title: 'First', status: 'released' },
  });
  const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${guideid}`);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: ann.token,
    json: { image: ofDraft.id },
  });

  const introduction = `Look: [image|${ofJob.id}] [image|${ofDraft.id}]`;
  const own = await core.json<{ guideid: number; revisionid: number }>('POST /guides', {
    token: mallory.token,
    json: { category: 'Pump', type: 'repair', public: true, introduction },
  });
  await core.json(`PATCH /guides/${own.guideid}?revisionid=${own.revisionid}`, {
    token: admin.token,
    json: { introduction: `${introduction} Corrected.` },
  });
  const shown = JSON.stringify(await core.json(`GET /guides/${own.guideid}`));
  expect(shown).toContain('Corrected.');
  expect([ofJob, ofDraft].filter(({ guid }) => shown.includes(guid))).toEqual([]);
});

test('[security 3] documents and videos without an owner, and those of drafts, are shown only to people who see a document that uses them', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const mallory = await addPerson(core, 'mallory');
  const { guideid } = await withDraft(core, ann);
  const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  const { documentid } = await core.json<{ documentid: number }>('POST /user/media/documents?file=plan.pdf', {
    token: ann.token,
    body: pdf,
  });
  const orphan = core.ctx.store.transact(null, (s) => {
    const id = s.meta.nextId('document');
    s.documents.put(id, null, { documentid: id, title: 'Orphan' });
    return id;
  });
  const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${guideid}?unpatrolled`, {
    token: ann.token,
  });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: ann.token,
    json: { documents: [documentid] },
  });
  for (const id of [documentid, orphan]) {
    await core.json(`GET /media/documents/${id}`, { token: mallory.token, expect: 404 });
    await core.json('POST /guides', {
      token: mallory.token,
      json: { category: 'Pump', type: 'repair', documents: [id] },
      expect: 422,
    });
  }
});

test('[security 21] the content of a withdrawn or deleted release is shown only to people who see drafts', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const mallory = await addPerson(core, 'mallory');
  const author = await addPerson(core, 'author', { role: 'author' });
  const { guideid } = await addGuide(core, ann.token);
  for (const end of ['withdraw', 'delete']) {
    const working = await core.json<{ revisionid: number }>(`GET /guides/${guideid}?unpatrolled`, {
      token: ann.token,
    });
    const release = (title: string): Promise<{ releaseid: number; revisionid: number }> =>
      core.json('POST /guides/releases', {
        token: author.token,
        json: { guideid, title, status: 'released' },
      });
    await release('Good');
    const { revisionid } = await core.json<{ revisionid: number }>(
      `PATCH /guides/${guideid}?revisionid=${working.revisionid}`,
      { token: ann.token, json: { summary: `Wrong torque, to ${end}` } },
    );
    const { releaseid } = await release('Wrong');
    const old = `GET /guides/${guideid}?revisionid=${revisionid}`;
    await core.json(old, { expect: 200 });
    if (end === 'withdraw')
      await core.json(`PATCH /guides/releases/${releaseid}`, {
        token: author.token,
        json: { status: 'withdrawn' },
      });
    else await core.call(`DELETE /guides/releases/${releaseid}`, { token: author.token });
    await core.json(old, { expect: 403 });
    await core.json(old, { token: mallory.token, expect: 403 });
    await core.json(old, { token: ann.token, expect: 200 });
    const history = await core.json<unknown>(`GET /benchside/guides/${guideid}/revisions`);
    expect(JSON.stringify(history)).not.toContain(`"revisionid":${revisionid},`);
  }
});

test('[security 21] the feed names nothing to people without a sign-in that was always hidden', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  const mallory = await addPerson(core, 'mallory');
  const jpeg = new Uint8Array(await (await photo(60, 60)).jpeg().toBuffer());
  const upload = { token: ann.token, body: jpeg };
  const { image } = await core.json<MediaImage>('POST /user/media/images?file=a.jpg', upload);
  const secret = await addGuide(core, ann.token, { public: false, image: image.id });
  await core.json(`POST /step_forms/${secret.stepid}`, {
    token: ann.token,
    json: { fields: [{ field_type: 'Text Input', label: 'Pressure' }] },
  });
  await core.json(`POST /comments/guide/${secret.guideid}`, { token: ann.token, json: { text: 'Ours' } });
  const page = { namespace: 'WIKI', title: 'Prices', contents: 'Much.', flags: ['WIKI_PRIVATE'] };
  await core.json('POST /wikis', { token: ann.token, json: page });
  const withdrawn = await addGuide(core, ann.token);
  const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${withdrawn.guideid}`);
  const hide = `DELETE /guides/${withdrawn.guideid}/public?revisionid=${revisionid}`;
  await core.call(hide, { token: ann.token });
  const gone = (lines: FeedLine[]): string[] =>
    lines.filter(({ deleted }) => deleted).map(({ kind, id }) => `${kind} ${id}`);
  // A desk without a sign-in had the second guide, and removes it.
  const anonymous = await feedLines(core, undefined);
  expect(gone(anonymous)).toEqual([`guide ${withdrawn.guideid}`]);
  // The page of the guides' category.
  expect(anonymous[0]).toMatchObject({ start: true, counts: { guide: 0, wiki: 1 } });
  expect(Object.keys(anonymous[0]?.counts ?? {})).toEqual(['guide', 'wiki']);
  expect(gone(await feedLines(core, mallory.token))).toContain(`guide ${secret.guideid}`);
});

test('[security 21] names contain no invisible characters, and none that reverse the text around them', async () => {
  await using core = testCore();
  const admin = await addPerson(core, 'boss', { role: 'admin' });
  const adam = await addPerson(core, 'adam');
  const { token } = admin;
  const { guideid } = await addGuide(core, token);
  const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${guideid}`);
  const named = (name: string): [string, string, object][] => [
    ['username', `PATCH /users/${adam.userid}`, { username: name }],
    [
      'username',
      'POST /users',
      { email: 'new@example.org', username: name, password: 'a long enough password' },
    ],
    ['name', 'POST /benchside/teams', { name }],
    ['title', 'POST /wikis', { namespace: 'WIKI', title: name, contents: 'x' }],
    ['title', `PATCH /guides/${guideid}?revisionid=${revisionid}`, { title: name }],
    ['category', 'POST /guides', { category: name, type: 'repair' }],
  ];
  for (const bad of ['ad\u200Bam', 'ad\u202Eam', 'ad\u200Dam', '\u2066adam', 'ad\u00ADam', 'ad\u3164am']) {
    for (const [field, route, json] of named(bad)) {
      const refusal = await core.json<{ errors: { field: string }[] }>(route, { token, json, expect: 422 });
      expect([route, refusal.errors[0]?.field]).toEqual([route, field]);
    }
  }
  // Persian and emoji need joiners.
  for (const username of ['علی‌رضا', 'Ada 👩‍🔧', 'Zoë', '李明'])
    expect(await core.json(`PATCH /users/${adam.userid}`, { token, json: { username } })).toMatchObject({
      username,
    });
});

test('[security 21] a private hub shows its settings to nobody without a sign-in', async () => {
  await using core = testCore();
  const ann = await addPerson(core, 'ann');
  core.ctx.store.transact(null, (s) => s.meta.set('site', { private: true }));
  await core.json('GET /benchside/settings', { expect: 401 });
  await core.json('GET /benchside/settings', { token: ann.token, expect: 200 });
});
