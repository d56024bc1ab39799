import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { temporaryFolder, testCore } from '../helpers/core.ts';
import { engineOf } from '../helpers/pair.ts';
import { addAccount, benchside as run, json, password, serve, succeed } from '../helpers/process.ts';

it('[U6.1 U6.3] takes edits that a desk exported, at a running hub or a stopped one, once, and says in words what it does not take', async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  await addAccount(at('hub'), 'Ann', 'author');
  const hub = await serve(['hub', '--data', at('hub'), '--port', '0', '--no-announce']);
  {
    await using desk = testCore({ profile: 'desk', site: hub.url, dataDir: at('desk') });
    const { userid, authToken: token } = await desk.json<{ userid: number; authToken: string }>(
      'POST /user/token',
      { json: { email: 'ann@example.org', password } },
    );
    await engineOf(desk, hub.url).round({ people: [{ userid, token }] });
    await desk.json('POST /guides', {
      token,
      json: { category: 'Pump', type: 'repair', title: 'Made far away', public: true },
    });
    writeFileSync(
      at('edits.json'),
      JSON.stringify(await desk.json('GET /benchside/unsent_edits', { token })),
    );
  }
  const taking = ['bundle', 'take-edits', at('edits.json'), '--data', at('hub')];
  expect(await run(taking)).toMatchObject({
    code: 0,
    stdout: '1 edits are new here, 0 were here already.\n',
  });
  expect(await json<{ title: string }[]>(`${hub.url}/guides`)).toMatchObject([{ title: 'Made far away' }]);
  writeFileSync(at('letter'), 'a letter');
  expect(await run(taking.with(2, at('letter')))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/letter is not a file with edits. Nothing was imported/),
  });
  // No one else may give the hub a file this way.
  const { origin } = JSON.parse(readFileSync(at('hub/benchside.local'), 'utf8')) as { origin: string };
  expect((await fetch(`${origin}/edits`, { headers: { Authorization: 'Bearer guess' } })).status).toBe(401);
  // A hub that was killed leaves the address of its last connection; a power cut may leave half of it.
  await hub.kill('SIGKILL');
  expect(await run(taking)).toMatchObject({ code: 0 });
  writeFileSync(at('hub/benchside.local'), '{"origin":');
  expect(JSON.parse(await succeed([...taking, '--json']))).toMatchObject({
    arrived: 0,
    known: 1,
    waiting: [],
  });
  expect(await run(taking.with(2, at('absent')))).toMatchObject({ code: 64 });
  expect(await run([...taking.slice(0, 4), at('desk')])).toMatchObject({ code: 1 });
});
