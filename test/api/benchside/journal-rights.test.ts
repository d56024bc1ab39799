import { expect, test } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import type { JournalItem } from '../../../shared/model/journal.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';

test('[security private edits] an edit shows nothing of a guide that its author may no longer read', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const guideid = await addGuide(hub, admin, { title: 'Mend the pump' });
  const [ines, root] = [await deskPerson(both, 'ines', 'author'), await deskPerson(both, 'root', 'admin')];
  const people = [ines, root];
  await both.round({ people });
  const asInes = { token: ines.token };
  const { revisionid } = await desk.json<Guide>(`GET /guides/${guideid}`, asInes);
  const json = { title: 'Mend the small pump' };
  await desk.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { ...asInes, json });
  const secret = await hub.json<Guide>(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    token: admin,
    json: { title: 'Hidden title', introduction: 'Hidden introduction' },
  });
  await both.round({ people });
  await hub.json(`DELETE /guides/${guideid}/public?revisionid=${secret.revisionid}`, { token: admin });
  await both.round({ people });
  const { entries } = await desk.json<{ entries: JournalItem[] }>(
    'GET /benchside/journal?state=parked',
    asInes,
  );
  const [entry] = entries;
  expect(entry?.operation).toBe('PATCH /guides/{guideid}');
  expect(entry?.subject).not.toBe('Hidden title');
  expect(entry?.touched.map(({ title }) => title)).not.toContain('Hidden title');
  const path = `POST /benchside/journal/${entry?.entryid}/preview`;
  for (const take of ['mine', 'theirs'])
    expect(await (await desk.call(path, { ...asInes, json: { take } })).text()).not.toContain(
      'Hidden introduction',
    );
  const asRoot = { token: root.token };
  expect(await desk.json(`GET /guides/${guideid}`, asRoot)).toMatchObject({
    introduction_raw: 'Hidden introduction',
  });
});
