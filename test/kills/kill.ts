import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { listen } from '../../app/http.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, everything } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { benchside } from '../helpers/process.ts';
import { dayOfWork, left } from './day.ts';

export const failpoints = ['before-commit', 'after-commit', 'before-send', 'after-answer'] as const;
export type Failpoint = (typeof failpoints)[number];

export interface Template extends Disposable {
  path: string;
  port: number;
}

/** A hub and a desk after a day's work that nobody has sent, to be copied for each kill. */
export async function template(): Promise<Template> {
  const folder = temporaryFolder();
  const hub = testCore({ dataDir: join(folder.path, 'hub') });
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  const { port } = new URL(server.origin);
  const admin = await addPerson(hub, 'admin', { role: 'admin' });
  const guideid = await addGuide(hub, admin.token, {}, 3);
  const site = `${server.origin}/api/2.0`;
  // Its key lies in the folder, so that another process opens the tokens.
  const { fileVault } = await import('../../app/identity/vault.ts');
  const dataDir = join(folder.path, 'desk');
  mkdirSync(dataDir, { recursive: true });
  const desk = testCore({ profile: 'desk', dataDir, site }, { vault: fileVault(dataDir) });
  const both = { hub, desk };
  const ann = await deskPerson(both, 'ann', 'author');
  const ben = await deskPerson(both, 'ben', 'author');
  await engineOf(desk, site).round({ people: [ann, ben] });
  await dayOfWork(desk, ann, ben, guideid);
  await desk.close();
  await server.close();
  await hub.close();
  return { path: folder.path, port: Number(port), [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/**
 * Sends the day's work with a process that is killed at the nth time it comes to a failpoint, and then with one that is not.
 *
 * @returns whether it came there
 */
export async function killAndHeal(from: Template, failpoint: Failpoint, nth: number): Promise<boolean> {
  using folder = temporaryFolder();
  cpSync(from.path, folder.path, { recursive: true });
  await using hub = testCore({ dataDir: join(folder.path, 'hub') });
  // The desk knows its site by this port.
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: from.port });
  try {
    const dataDir = join(folder.path, 'desk');
    const killed = await benchside(['sync', '--data', dataDir], {
      env: { BENCHSIDE_FAILPOINT: `${failpoint}:${nth}` },
    });
    const healed = await benchside(['sync', '--data', dataDir]);
    expect(healed, 'the next sync is clean').toMatchObject({ code: 0 });
    const verified = await benchside(['journal', '--data', dataDir, '--verify', '--json']);
    expect(JSON.parse(verified.stdout)).toMatchObject({
      problems: [],
      pending: 0,
      sending: 0,
      parked: 0,
      discarded: 0,
    });
    expect(Object.entries(left(hub)).filter(([, count]) => count !== 1)).toEqual([]);
    await using desk = testCore({ profile: 'desk', dataDir, site: `${server.origin}/api/2.0` });
    expect(await everything(desk)).toEqual(await everything(hub));
    return killed.code === null;
  } finally {
    await server.close();
  }
}
