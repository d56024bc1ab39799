import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { seedFixture } from '../../app/import/fixture.ts';
import type { SeedResult } from '../../app/import/fixture.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { User } from '../../shared/model/user.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { namespaces } from '../../shared/model/wiki.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { workContent } from '../helpers/import.ts';
import { benchside } from '../helpers/process.ts';
import { smallPicture } from './small-picture.ts';

const dot = await smallPicture();

type Json = Record<string, unknown>;
interface Workshop extends Record<string, unknown> {
  users: (Json & { email: string; password: string; userid: number })[];
  guides: (Json & {
    guideid: number;
    revisionid?: number;
    steps: (Json & { stepid: number; lines: (Json & { lineid: number })[] })[];
  })[];
  images: (Json & { id: number })[];
  wikis: (Json & { wikiid: number })[];
  step_forms: (Json & { fields: { field_type: string }[] })[];
}

/** Returns the sample workshop with a dot for every picture. */
function workshop(): Workshop {
  const file = join(import.meta.dirname, '../../resources/sample-workshop/workshop.json');
  const fixture = JSON.parse(readFileSync(file, 'utf8')) as Workshop;
  for (const image of fixture.images) {
    delete image['file'];
    image['data'] = dot;
  }
  return fixture;
}

async function seed(core: TestCore, fixture: object): Promise<SeedResult> {
  using folder = temporaryFolder();
  const file = join(folder.path, 'fixture.json');
  writeFileSync(file, JSON.stringify(fixture));
  return await seedFixture(file, core.ctx.store, core.ctx.media);
}

const signIn = async (core: TestCore, email: string, password: string): Promise<string> =>
  (await core.json<{ authToken: string }>('POST /user/token', { json: { email, password } })).authToken;

interface Answers {
  users: User[];
  guides: (Guide & { tags: string[] })[];
  wikis: Wiki[];
  comments: Comment[];
  images: { id: number; guid: string }[];
}

/** Returns all answers of a hub about its documents, as an admin sees them. */
async function answersOf(core: TestCore, token: string): Promise<Answers> {
  const guides: Answers['guides'] = [];
  for (const { guideid } of await core.json<Guide[]>('GET /guides?limit=200&includePrivate=true', {
    token,
  })) {
    const guide = await core.json<Guide>(`GET /guides/${guideid}`, { token });
    guides.push({ ...guide, tags: await core.json<string[]>(`GET /guides/${guideid}/tags`, { token }) });
  }
  const wikis: Wiki[] = [];
  for (const namespace of namespaces) {
    for (const { title } of await core.json<Wiki[]>(`GET /wikis/${namespace}?limit=200&includeStubs`, {
      token,
    })) {
      wikis.push(await core.json<Wiki>(`GET /wikis/${namespace}/${encodeURIComponent(title)}`, { token }));
    }
  }
  const users: User[] = [];
  for (const { userid } of await core.json<User[]>('GET /users?limit=200', { token })) {
    users.push(await core.json<User>(`GET /users/${userid}`, { token }));
  }
  const comments = await core.json<Comment[]>('GET /comments?limit=200', { token });
  const images = new Map<number, { id: number; guid: string }>();
  JSON.stringify([guides, wikis, users], (_, value: unknown) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      'guid' in value &&
      'id' in value &&
      'original' in value
    ) {
      const { id, guid } = value as { id: number; guid: string };
      if (id > 0) images.set(id, { id, guid });
    }
    return value;
  });
  return { users, guides, wikis, comments, images: [...images.values()] };
}

describe('a fixture', () => {
  it('is seeded with its own ids, and seeding it again changes nothing', async () => {
    await using hub = testCore();
    const fixture = workshop();
    const result = await seed(hub, fixture);
    expect(result).toMatchObject({
      users: 3,
      images: 254,
      wikis: 61,
      guides: 25,
      step_forms: 1,
      work_log: 11,
      releases: 1,
    });
    const [admin] = fixture.users;
    const token = await signIn(hub, admin?.email ?? '', admin?.password ?? '');
    for (const { guideid, steps } of fixture.guides) {
      const guide = await hub.json<Guide>(`GET /guides/${guideid}?excludePrerequisiteSteps=true`, { token });
      expect(guide.steps.map((step) => [step.stepid, step.lines.map((line) => line.lineid)])).toEqual(
        steps.map((step) => [step.stepid, step.lines.map((line) => line.lineid)]),
      );
    }
    // A view is recorded a second later.
    hub.ctx.views.flush();
    const before = workContent(hub);
    await seed(hub, fixture);
    expect(workContent(hub)).toEqual(before);
  }, 60_000);

  it("made from a hub's answers makes a hub with the same answers", async () => {
    await using hub = testCore();
    const { users, ...rest } = workshop();
    await seed(hub, { ...rest, users });
    const [admin] = users;
    if (!admin) throw new Error('the workshop has an admin');
    const token = await signIn(hub, admin.email, admin.password);
    const given = await answersOf(hub, token);
    const passwords = new Map(users.map(({ userid, email, password }) => [userid, { email, password }]));
    const fixture = {
      ...given,
      teams: rest['teams'],
      users: given.users.map((user) => ({ ...user, ...passwords.get(user.userid) })),
    };

    await using copy = testCore();
    const images = given.images.map((image) => ({ ...image, data: dot }));
    await seed(copy, { ...fixture, images });
    const answered = await answersOf(copy, await signIn(copy, admin.email, admin.password));
    expect(answered.guides).toEqual(given.guides);
    expect(answered.wikis).toEqual(given.wikis);
    expect(answered.users).toEqual(given.users);
    expect(answered.comments).toEqual(given.comments);
    // Comments are part of the guides' answers too.
    await using fewer = testCore();
    await seed(fewer, { ...fixture, images, comments: [] });
    const some = await answersOf(fewer, await signIn(fewer, admin.email, admin.password));
    expect(some.guides).toEqual(given.guides);
  }, 60_000);

  it('may be partial: with ids as numbers or objects, and generated missing values', async () => {
    await using hub = testCore();
    const fixture = {
      site: { name: 'Small' },
      users: [
        {
          userid: 40,
          username: 'Ann',
          email: 'ann@example.org',
          password: 'a long enough password',
          role: 'author',
        },
      ],
      teams: [{ teamid: 3, name: 'Crew', members: [{ userid: 40 }] }],
      images: [
        { id: 7, guid: 'DrawnPicture0001' },
        { image: { id: 8, guid: 'x' }, guid: 'DrawnPicture0002', data: dot },
      ],
      videos: [{ videoid: 9, userid: 40, title: 'Seal', encodings: [{ width: 640 }] }],
      guides: [
        {
          guideid: 500,
          revisionid: 90_000,
          category: 'Pump',
          author: { userid: 40 },
          image: 7,
          public: false,
          users: [{ userid: 40 }],
          teams: [3],
          prerequisites: [{ guideid: 501 }],
          steps: [
            { lines: [{ text: 'Open' }], media: { type: 'image', data: [{ id: 7 }, 8] } },
            { stepid: 70, orderby: 2, lines: [], media: { type: 'video', data: { videoid: 9 } } },
          ],
        },
        { guideid: 501, category: 'Pump', userid: 40, title: 'First' },
        { guideid: 502, category: 'Pump', prerequisites: [501] },
      ],
      step_forms: [
        {
          form_revisionid: 600,
          stepid: 70,
          fields: ['Text Input', 'Text Area', 'Numeric Input', 'Checkbox', 'Image', 'Radios', 'Select'].map(
            (field_type, n) => ({
              field_guid: `f${n}`,
              field_revisionid: 800 + n,
              field_type,
              label: field_type,
              options: n > 4 ? ['a', 'b'] : undefined,
            }),
          ),
        },
      ],
      work_log: [
        {
          entryid: 11,
          guideid: 500,
          userid: 40,
          workorderid: 77,
          starttime: 1,
          work_data: [{ field_guid: 'f0', value: 'x' }],
        },
      ],
      releases: [{ releaseid: 12, guideid: 500, notes: 'First' }],
      favorites: [{ userid: 40, guideid: 501, date: 5 }],
      completions: [{ userid: 40, guideid: 501 }],
    };
    await seed(hub, fixture);
    const token = await signIn(hub, 'ann@example.org', 'a long enough password');
    const guide = await hub.json<Guide>('GET /guides/500?excludePrerequisiteSteps=true', { token });
    expect(guide).toMatchObject({
      revisionid: 90_000,
      public: false,
      image: { id: 7, guid: 'DrawnPicture0001' },
    });
    expect(guide.prerequisites.map(({ guideid }) => guideid)).toEqual([501]);
    expect(guide.steps.map((step) => step.media)).toMatchObject([
      { data: [{ id: 7 }, { id: 8 }] },
      { type: 'video', data: { videoid: 9 } },
    ]);
    expect((await hub.call('GET /guides/500')).status).toBe(403);
    expect((await hub.call('GET /igi/DrawnPicture0001.medium', { token })).status).toBe(200);
    const stored = hub.ctx.store.read(null, (s) => ({
      counts: {
        step_forms: s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM step_form WHERE current = 1`)?.n,
        work_log: s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM work_log`)?.n,
        releases: s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM release`)?.n,
        videos: s.db.one(sql<{ n: number }>`SELECT count(*) AS n FROM video`)?.n,
      },
      video: s.media.requireVideo(9, 'video'),
      fields: s.db.all(sql<StoredRow<'step_form_field', 'field_revisionid' | 'body'>>`SELECT field_revisionid,
           body
         FROM step_form_field ORDER BY position`),
      log: s.db.one(sql<StoredRow<'work_log', 'workorderid' | 'body'>>`SELECT workorderid, body
         FROM work_log`),
      release: s.db.one(sql<StoredRow<'release', 'body'>>`SELECT body FROM release`),
      next: s.meta.get('id:revision'),
    }));
    expect(stored).toMatchObject({
      counts: { step_forms: 1, work_log: 1, releases: 1, videos: 1 },
      video: { title: 'Seal', encodings: [{ width: 640 }] },
      fields: [800, 801, 802, 803, 804, 805, 806].map((field_revisionid) => ({ field_revisionid })),
      log: { workorderid: '77', body: JSON.stringify({ work_data: [{ field_guid: 'f0', value: 'x' }] }) },
      release: { body: JSON.stringify({ notes: 'First' }) },
    });
    expect(Number(stored.next)).toBeGreaterThanOrEqual(90_000);
    // The view of guide 500 is recorded a moment after the answer.
    await expect.poll(() => hub.ctx.store.read(null, (s) => s.views.guidesOpened())).toContain(500);
    const before = workContent(hub);
    await seed(hub, fixture);
    expect(workContent(hub)).toEqual(before);
    await seed(hub, { guides: [{ guideid: 501, category: 'Pump', userid: 40, title: 'Changed' }] });
    const changed = await hub.json<Guide>('GET /guides/501', { token });
    expect(changed.title).toBe('Changed');
    expect(changed.revisionid).toBeGreaterThan(90_000);
  });
});

it('as a command reports in words and as JSON what was seeded and what is wrong', async () => {
  using folder = temporaryFolder();
  const [good, bad, data] = ['good.json', 'bad.json', 'hub'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(
    good,
    JSON.stringify({
      users: [{ userid: 4, username: 'Ann' }],
      guides: [{ guideid: 8, category: 'Pump', author: 4 }],
    }),
  );
  writeFileSync(bad, JSON.stringify({ guides: [{ guideid: 9, category: 'Pump', author: 77 }] }));
  expect(await benchside(['seed', good, '--data', data])).toEqual({
    code: 0,
    stdout: '1 users, 1 guides\n',
    stderr: '',
  });
  const again = await benchside(['seed', good, '--data', data, '--json']);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(again.stdout)).toEqual({
    users: 1,
    teams: 0,
    images: 0,
    wikis: 0,
    guides: 1,
    comments: 0,
    step_forms: 0,
    work_log: 0,
    releases: 0,
    videos: 0,
  });
  const wrong = await benchside(['seed', bad, '--data', data]);
  expect(wrong).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^benchside: .*guides: 9: author: there is no user 77\.\n$/),
  });
  const status = JSON.parse((await benchside(['status', '--data', data, '--json'])).stdout) as {
    stored: { guides: number };
  };
  expect(status.stored.guides).toBe(1);
  expect(existsSync(join(data, 'benchside.sqlite'))).toBe(true);
});
