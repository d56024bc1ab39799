import { expect, it } from 'vitest';

import type { JournalItem } from '../../shared/model/journal.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { addPerson } from '../helpers/people.ts';
import { workshop } from '../helpers/restorable.ts';

it('[chaos 2] a desk that first met a hub after its backup keeps syncing with an unsent edit of a page', async () => {
  await using shop = await workshop();
  const page = { namespace: 'WIKI', title: 'Gasket', contents: 'First' };
  const { userid, token } = await addPerson(shop.hub, 'bo', { role: 'admin' });
  const copy = await shop.backUp();
  await shop.hub.json('POST /wikis', { token: shop.admin, json: page });
  const ann = await shop.bench('ann');
  await ann.round();
  const { revisionid } = await ann.ask<Wiki>('GET /wikis/WIKI/Gasket');
  await ann.ask(`PATCH /wikis/WIKI/Gasket?revisionid=${revisionid}`, { contents: 'Second' });
  await shop.goOnWith(copy);
  expect((await ann.round({ acceptRemovals: true, people: [{ userid, token }] })).problem?.kind).not.toBe(
    'bug',
  );
  const journal = await ann.ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked');
  expect(JSON.stringify(journal.entries)).toContain('Second');
});
