import { expect, test } from 'vitest';

import { markTokenRefused, siteTokens } from '../../app/identity/people.ts';
import { memoryVault } from '../../app/identity/vault.ts';
import { documentOf } from '../../app/store/guides/document.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { User } from '../../shared/model/user.ts';
import { addGuide } from '../helpers/people.ts';
import { ann, deskOf, site } from '../helpers/site.ts';

test('favorites and completions of a desk are made at the site first, and need it', async () => {
  await using at = await site();
  await using desk = deskOf(at.api);
  const { guideid } = await addGuide(at.hub, at.token);
  const guide = await at.hub.json<Guide>(`GET /guides/${guideid}`);
  const { authToken: token = '' } = await desk.json<User>('POST /user/token', { json: ann });
  await desk.json(`PUT /user/favorites/guides/${guideid}`, { token, expect: 404 });
  desk.ctx.store.transact(null, (s) => s.guides.put(documentOf(guide).document, { keepRevision: false }));

  expect((await desk.call(`PUT /user/favorites/guides/${guideid}`, { token })).status).toBe(204);
  expect((await desk.call(`PUT /guides/${guideid}/completed`, { token })).status).toBe(204);
  for (const core of [desk, at.hub]) {
    expect(await core.json('GET /user/favorites/guides', { token })).toMatchObject([{ guide: { guideid } }]);
    expect(await core.json('GET /user/completions', { token })).toMatchObject([{ guideid }]);
  }
  expect((await desk.call(`DELETE /user/favorites/guides/${guideid}`, { token })).status).toBe(204);
  expect(await at.hub.json('GET /user/favorites/guides', { token })).toEqual([]);

  await at.disconnect();
  const refused = await desk.json<{ message: string }>(`PUT /user/favorites/guides/${guideid}`, {
    token,
    expect: 503,
  });
  expect(refused.message).toContain(
    'Favorites can be changed when the site is reachable; this desk is offline.',
  );
  await desk.json(`DELETE /guides/${guideid}/completed`, { token, expect: 503 });
  expect(await desk.json('GET /user/favorites/guides', { token })).toEqual([]);
  expect(await desk.json('GET /user/completions', { token })).toMatchObject([{ guideid }]);
});

test('a token the site refuses is not tried again', async () => {
  await using at = await site();
  const vault = memoryVault();
  await using desk = deskOf(at.api, { vault });
  const { guideid } = await addGuide(at.hub, at.token);
  const guide = await at.hub.json<Guide>(`GET /guides/${guideid}`);
  desk.ctx.store.transact(null, (s) => s.guides.put(documentOf(guide).document, { keepRevision: false }));
  const signIn = async () => (await desk.json<User>('POST /user/token', { json: ann })).authToken ?? '';
  const token = await signIn();
  at.hub.ctx.store.transact(null, (s) => s.db.runSql('DELETE FROM session'));
  const put = `PUT /user/favorites/guides/${guideid}`;
  expect(await desk.json(put, { token, expect: 401 })).toMatchObject({
    message: 'The site no longer accepts your sign-in. Sign in again.',
  });
  expect(siteTokens(desk.ctx.store, vault)).toEqual([]);
  expect(await desk.json(put, { token, expect: 401 })).toMatchObject({
    message: expect.stringContaining('sign in again while the site is reachable'),
  });
  // Reading goes on.
  await desk.json('GET /user', { token });
  const fresh = await signIn();
  expect((await desk.call(put, { token: fresh })).status).toBe(204);
  markTokenRefused(desk.ctx.store, at.userid);
  expect(siteTokens(desk.ctx.store, vault)).toEqual([]);
});
