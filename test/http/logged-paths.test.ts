import { expect, test } from 'vitest';

import { listen } from '../../app/http/node.ts';
import type { AnsweredRequest } from '../../app/http/node.ts';
import { testCore } from '../helpers/core.ts';
import { addPerson } from '../helpers/people.ts';

test('[security paths in logs] an answer is logged under its route, without what people search for, addresses and guids of pictures', async () => {
  await using hub = testCore();
  const { token } = await addPerson(hub, 'root', { role: 'admin' });
  const answered: AnsweredRequest[] = [];
  const options = { host: '127.0.0.1', port: 0, onAnswered: (one: AnsweredRequest) => answered.push(one) };
  const server = await listen(hub.fetch, options);
  const logged = async (path: string, method = 'GET'): Promise<string> => {
    answered.length = 0;
    const answer = await fetch(server.origin + path, { method, headers: { Authorization: `api ${token}` } });
    await answer.arrayBuffer();
    await expect.poll(() => answered.length).toBe(1);
    expect(JSON.stringify(answered)).not.toMatch(/secret|0123456789/);
    return answered[0]?.path ?? '';
  };
  expect(await logged('/api/2.0/users/email/secret@example.org')).toBe('/api/2.0/users/email/{email}');
  expect(await logged('/api/2.0/search/secret?limit=1')).toBe('/api/2.0/search/{query}');
  expect(await logged('/api/2.0/search/secret?limit=1'), 'kept').toBe('/api/2.0/search/{query}');
  expect(await logged('/api/2.0/suggest/secret')).toMatch(/^\/api\/2\.0\/suggest\/\{\w+\}$/);
  expect(await logged('/api/2.0/users/email/secret@example.org', 'DELETE')).toBe('/api/2.0/users/…');
  expect(await logged('/api/2.0/serach/secret')).toBe('/api/2.0/serach/…');
  expect(await logged('/igi/0123456789abcdef.medium')).toBe('/igi/{guid}');
  expect(await logged('/Video/0123456789abcdef')).toBe('/Video/{guid}');
  const sha256 = '0123456789abcdef'.repeat(4);
  expect(await logged(`/api/2.0/benchside/snapshot/${sha256}`)).toBe('/api/2.0/benchside/snapshot/{sha256}');
  expect(await logged('/api/2.0/guides')).toBe('/api/2.0/guides');
  expect(await logged('/assets/page.js')).toBe('/assets/page.js');
  await server.close();
});
