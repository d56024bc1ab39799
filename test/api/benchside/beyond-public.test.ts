import { expect, it } from 'vitest';

import type { MediaImage } from '../../../shared/model/image.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import { feedLines } from '../../helpers/feed.ts';
import type { FeedLine } from '../../helpers/feed.ts';
import { addUser } from '../../helpers/pair.ts';
import { photo } from '../../media/pictures.ts';
import { buildWorld, roles, tokens } from '../../helpers/hidden-world.ts';
import type { Role } from '../../helpers/hidden-world.ts';

/** Without what depends on the reader in every guide, and on the time of the answer. */
const compared = (line: FeedLine): string =>
  JSON.stringify(line).replace(/"(completed|favorited|can_edit)":(true|false)/g, '');

it('the feed beyond what is public has the lines that read differently without a sign-in, and no others', async () => {
  await using core = testCore();
  await buildWorld(core);
  const olga = { token: tokens.owner ?? '' };
  const guide = async (title: string, fields: object = {}): Promise<Guide> =>
    core.json('POST /guides', {
      ...olga,
      json: { category: 'Pump', type: 'repair', public: true, title, ...fields },
    });
  const hidden = await guide('Only mine', { public: false });
  const plain = await guide('Clean the filter');
  const open = await guide('With an open prerequisite', { prerequisites: [plain.guideid] });
  const half = await guide('With a hidden prerequisite', { prerequisites: [plain.guideid, hidden.guideid] });
  await core.json(`POST /comments/guide/${open.guideid}`, { ...olga, json: { text: 'Well done.' } });

  const feedOf = async (role: Role, query?: 'after=0&beyond=public'): Promise<FeedLine[]> =>
    (await feedLines(core, tokens[role], query)).filter(({ kind }) => kind !== undefined);
  const forAll = new Set((await feedOf('nobody')).filter(({ deleted }) => !deleted).map(compared));
  for (const role of roles) {
    const beyond = await feedOf(role, 'after=0&beyond=public');
    const expected = (await feedOf(role)).filter((line) => !forAll.has(compared(line)));
    expect([role, beyond.map(compared)]).toEqual([role, expected.map(compared)]);
    const guides = beyond.filter(({ kind, doc }) => kind === 'guide' && doc).map(({ id }) => id);
    const isOwner = role === 'owner' || role === 'admin';
    expect([role, guides.includes(half.guideid)]).toEqual([role, isOwner]);
    for (const { guideid } of [plain, open]) expect(guides).not.toContain(guideid);
  }
});

it('the feed beyond what is public names no public page, not even a category with private guides', async () => {
  await using core = testCore();
  const [mine, theirs] = [
    { token: await addUser(core, 'admin@example.org', 'admin') },
    { token: await addUser(core, 'reader@example.org', 'technician') },
  ];
  const guide = (category: string, fields: object = {}): Promise<Guide> =>
    core.json('POST /guides', {
      ...mine,
      json: { category, type: 'repair', public: true, title: `About ${category}`, ...fields },
    });
  await guide('Pump');
  await guide('Valve', { public: false });
  const body = new Uint8Array(await (await photo(300, 200)).jpeg().toBuffer());
  const { image } = await core.json<MediaImage>('POST /user/media/images?file=a.jpg', { ...mine, body });
  for (const [title, contents] of [
    ['Pump', 'Text.'],
    ['Valve', 'Text.'],
    ['Empty', 'Text.'],
    ['Picture', `[image|${image.id}]`],
  ])
    await core.json('POST /wikis', { ...mine, json: { namespace: 'CATEGORY', title, contents } });
  const pagesOf = async (token?: string, query?: 'after=0&beyond=public'): Promise<Map<number, string>> =>
    new Map(
      (await feedLines(core, token, query))
        .filter(({ kind, deleted }) => kind === 'wiki' && !deleted)
        .map((line) => [line.id ?? 0, compared(line)]),
    );
  const forAll = await pagesOf();
  for (const { token } of [mine, theirs]) {
    expect(await pagesOf(token)).toEqual(forAll);
    expect([...(await pagesOf(token, 'after=0&beyond=public'))]).toEqual([]);
  }
});
