import { expect, test } from 'vitest';

import { FoundHubs } from '../../app/lan/find-hubs.ts';
import { limits } from '../../shared/limits.ts';
import { connectPage } from '../../main/pages/pages.ts';

const announced = (address: string, txt: Record<string, string>): unknown => ({
  port: 4810,
  host: 'bench.local',
  referer: { address },
  txt,
});

const fakes = (address: string): unknown[] =>
  Array.from({ length: 30 }, (_, n) =>
    announced(address, { name: `Fake ${n}`, url: `http://192.0.2.66:${n + 1}` }),
  );

function found(...services: unknown[]): FoundHubs {
  const hubs = new FoundHubs();
  for (const service of services) hubs.note(service);
  return hubs;
}

test('[security hubs] many announcements of one computer do not hide the hubs of others', () => {
  const real = announced('192.0.2.1', { name: 'North Workshop' });
  const hubs = found(...fakes('192.0.2.66'), real).list();
  expect(hubs).toHaveLength(limits.lan.perSender.max + 1);
  expect(hubs).toContainEqual({ name: 'North Workshop', url: 'http://192.0.2.1:4810' });
  const senders = Array.from({ length: 20 }, (_, n) => fakes(`192.0.2.${100 + n}`)).flat();
  expect(found(...senders).list().length).toBeLessThanOrEqual(limits.lan.hubs.max);
});

test('[security hubs] a hub that announces itself again counts once', () => {
  const again = Array.from({ length: 10 }, () => announced('192.0.2.1', { name: 'North' }));
  expect(
    found(...again, announced('192.0.2.1', { name: 'South', url: 'http://192.0.2.1:1' })).list(),
  ).toHaveLength(2);
});

test('[security hubs] names and addresses are shown without invisible characters and those that turn text around', async () => {
  const hubs = found(
    announced('192.0.2.1', { name: ' North\u200B Work\u202Eshop ', url: 'http://192.0.2.1/\u202Egro' }),
    announced('192.0.2.2', { name: '\u200B\u202E' }),
  ).list();
  expect(hubs).toEqual([{ name: 'North Workshop', url: 'http://192.0.2.1/gro' }]);
  expect(await connectPage({ hubs: [{ name: 'قطع', url: 'http://192.0.2.1' }] }).text()).toContain(
    '<bdi>قطع</bdi>',
  );
});
