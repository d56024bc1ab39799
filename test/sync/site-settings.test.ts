import { expect, test } from 'vitest';

import type { Info } from '../../shared/model/benchside.ts';
import { deskPerson, pair } from '../helpers/pair.ts';

test('a desk learns which types of guides its hub takes, and refuses others at once', async () => {
  await using both = await pair();
  const { userid, token } = await deskPerson(both, 'kofi', 'author');
  const types = async (): Promise<Info['guideTypes']> =>
    (await both.desk.json<Info>('GET /benchside/info', { window: true })).guideTypes;
  expect(await types()).toContain('teardown');
  await both.hub.json('PATCH /benchside/site', {
    token: both.admin,
    json: { guideTypes: ['repair', 'technique'] },
  });
  await both.round({ people: [{ userid, token }] });
  expect(await types()).toEqual(['repair', 'technique']);
  const guide = (type: string): Promise<Response> =>
    both.desk.call('POST /guides', { token, json: { category: 'Pump', type, title: 'Open the pump' } });
  expect((await guide('teardown')).status).toBe(422);
  expect((await guide('technique')).status).toBe(201);
});

test('a desk learns the languages of its hub', async () => {
  await using both = await pair();
  const { userid, token } = await deskPerson(both, 'kofi', 'author');
  await both.hub.json('PATCH /benchside/site', { token: both.admin, json: { langids: ['en', 'pl'] } });
  await both.round({ people: [{ userid, token }] });
  const { langids } = await both.desk.json<Info>('GET /benchside/info', { window: true });
  expect(langids).toEqual(['en', 'pl']);
});
