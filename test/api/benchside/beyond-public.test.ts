import { expect, it } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import { feedLines } from '../../helpers/feed.ts';
import type { FeedLine } from '../../helpers/feed.ts';
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
