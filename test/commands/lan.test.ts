import { expect, test } from 'vitest';

import { createLog } from '../../app/log.ts';
import { announceHub } from '../../app/lan/announce.ts';
import { findHubs } from '../../app/lan/find-hubs.ts';
import { limits } from '../../shared/limits.ts';
import { openMulticast, serviceType } from '../../app/lan/multicast.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { addAccount, serve, succeed } from '../helpers/process.ts';

const here = '127.0.0.1';
const log = createLog('lan', 'fatal');

test('a hub in the network is found under the name of its site, and no longer once it has ended', async () => {
  using folder = temporaryFolder();
  const data = ['--data', folder.path];
  await addAccount(folder.path, 'Ada', 'admin');
  await succeed(['settings', 'name', 'North Workshop', ...data]);
  await using hub = await serve(['hub', ...data, '--port', '0', '--announce-on', here]);
  const search = findHubs(log, here);
  await search.first(20_000);
  expect(search.hubs()).toEqual([{ name: 'North Workshop', url: new URL(hub.url).origin }]);
  await search.close();

  await hub.kill('SIGTERM');
  const again = findHubs(log, here);
  await again.first(1_000);
  expect(again.hubs()).toEqual([]);
  await again.close();
});

test('a hub is found whatever its name is, and two hubs of one name are two', async () => {
  const name = '北の修理工房'.repeat(16);
  const stops = [4810, 4811].map((port) => announceHub({ name, port, isEncrypted: false }, log, here));
  const search = findHubs(log, here);
  await expect.poll(() => search.hubs().length, { timeout: 20_000 }).toBe(2);
  for (const hub of search.hubs()) expect(name.startsWith(hub.name) && hub.name.length > 60).toBe(true);
  await search.close();
  for (const stop of stops) await stop();
});

test('what others announce is limited, and only addresses of the web count', async () => {
  const others = openMulticast(here, (error) => expect.unreachable(String(error)));
  const announce = (name: string, txt: object): unknown =>
    others.publish({ name, type: serviceType, port: 4810, txt, probe: false });
  announce('script', { name: 'Script', url: 'javascript:alert(1)' });
  announce('file', { name: 'File', url: 'file:///etc/passwd' });
  announce('nameless', { url: 'http://192.0.2.7' });
  announce('long', { name: 'x'.repeat(200) });
  for (let number = 10; number < 35; number += 1)
    announce(`hub ${number}`, { name: `Hub ${number}`, url: `http://192.0.2.${number}` });
  const search = findHubs(log, here);
  await expect.poll(() => search.hubs().length, { timeout: 20_000 }).toBe(limits.lan.perSender.max);
  expect(
    search.hubs().every(({ name, url }) => /^Hub \d+$/.test(name) && url.startsWith('http://192.0.2.')),
  ).toBe(true);
  await search.close();
  await new Promise<void>((resolve) => {
    others.unpublishAll(() => others.destroy(resolve));
  });
});
