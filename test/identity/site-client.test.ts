import { expect, test } from 'vitest';

import { askSite } from '../../app/identity/site-client.ts';
import { answering } from '../helpers/site.ts';

test('a site that closes idle connections gets each request on a new one', async () => {
  const used = new WeakSet();
  await using site = await answering(({ socket }, response) => {
    if (used.has(socket)) socket.destroy();
    else response.setHeader('Content-Type', 'application/json').end('{"userid":7}');
    used.add(socket);
  });
  for (const route of ['GET /user', 'POST /user/token', 'DELETE /user/token'])
    expect(await askSite(site.api, route)).toEqual({ kind: 'answered', status: 200, body: { userid: 7 } });
});
