import { expect, it } from 'vitest';
import type { Guide } from '../../shared/model/guide.ts';
import { addGuide } from '../helpers/pair.ts';
import { workshop } from '../helpers/restorable.ts';

it('[J10.1] a page of the site with the title of one made here leaves later edits of the document that made it visible', async () => {
  await using shop = await workshop();
  await addGuide(shop.hub, shop.admin, { category: 'Lathe' });
  const ann = await shop.bench('ann');
  const made = await ann.ask<Guide>('POST /guides', {
    category: 'Lathe',
    type: 'repair',
    title: 'First title',
    public: true,
  });
  await ann.ask(`PATCH /guides/${made.guideid}?revisionid=${made.revisionid}`, { title: 'Second title' });
  await ann.round({ people: [] });
  expect(await ann.ask(`GET /guides/${made.guideid}`)).toMatchObject({ title: 'Second title' });
});

it('a sign-in does not undo an edit of the profile that was sent while the hub answered it', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const { userid } = ann.person;
  shop.after = {
    path: '/user/token',
    act: async () => {
      await ann.ask(`PATCH /users/${userid}`, { location: 'Hall 2' });
      expect((await ann.round()).round.pushed).toBe(1);
    },
  };
  await ann.desk.json('POST /user/token', {
    json: { email: 'ann@example.org', password: 'long enough to keep' },
  });
  expect(shop.after).toBeUndefined();
  await ann.round();
  expect(await ann.ask(`GET /users/${userid}`)).toMatchObject({ location: 'Hall 2' });
});
