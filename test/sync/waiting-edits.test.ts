import { expect, it } from 'vitest';
import type { Guide } from '../../shared/model/guide.ts';
import { addGuide } from '../helpers/pair.ts';
import { workshop } from '../helpers/restorable.ts';

it('[J10.1] a page of the site under the title of one made here leaves later edits of what made it in sight', async () => {
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
