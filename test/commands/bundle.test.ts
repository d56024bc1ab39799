import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide, addUser } from '../helpers/pair.ts';
import { benchside as run } from '../helpers/process.ts';

it('[U1.1 U2.1] carries a running hub to a new desk by the command line, and says what went wrong in words', async () => {
  using folder = temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  await using hub = testCore();
  await addGuide(hub, await addUser(hub, 'admin@example.org', 'admin'), { title: 'Carried' });
  const exporting = ['bundle', 'export', at('site.bundle'), '--data', hub.dataDir];
  expect(await run([...exporting, '--pictures', 'some'])).toMatchObject({ code: 64 });
  const nameless = await run([...exporting, '--json']);
  expect(nameless).toMatchObject({ code: 0 });
  expect(JSON.parse(nameless.stdout)).toMatchObject({ guides: 1 });
  expect(await run(exporting)).toMatchObject({ code: 1, stderr: expect.stringMatching(/There is a file/) });

  const importing = ['bundle', 'import', at('site.bundle'), '--data', at('desk')];
  expect(await run(importing)).toMatchObject({ code: 64, stderr: expect.stringMatching(/--site/) });
  expect(existsSync(at('desk'))).toBe(false);
  const address = 'https://guides.example.org/api/2.0';
  expect(await run([...importing, '--site', address])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/1 guides, .* were new here/),
  });
  expect(await run(importing)).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 0 guides/) });
  const status = await run(['status', '--data', at('desk'), '--json']);
  expect(status.stdout).toContain(address);

  const named = [...exporting.with(2, at('named')), '--public-url', 'https://guides.example.org/'];
  expect(await run(named)).toMatchObject({ code: 0 });
  expect(await run(['bundle', 'import', at('named'), '--data', at('other')])).toMatchObject({ code: 0 });
  expect((await run(['status', '--data', at('other'), '--json'])).stdout).toContain(address);

  writeFileSync(at('text'), 'nothing of ours');
  expect(await run(['bundle', 'import', at('text'), '--data', at('desk')])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/text is not a bundle. Nothing was changed./),
  });
  expect(await run(['bundle', 'import', at('absent'), '--data', at('desk')])).toMatchObject({ code: 64 });
  expect(await run(['bundle', 'export', at('of-desk'), '--data', at('desk')])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/belongs to a desk/),
  });
});
