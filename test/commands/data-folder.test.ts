import { createHash } from 'node:crypto';
import { cpSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { myfixit, writeLines } from '../helpers/myfixit.ts';
import { everything } from '../helpers/pair.ts';
import { addAccount, benchside, json, password, serve, succeed, until } from '../helpers/process.ts';
import type { Server } from '../helpers/process.ts';
import { smallDisk } from '../helpers/small-disk.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
const guideCount = 420;
let hub: Server;

/** Returns text that cannot be compressed. */
const noise = (seed: string, words: number): string =>
  Array.from({ length: words }, (_, n) =>
    createHash('md5').update(`${seed} ${n}`).digest('base64url').slice(0, 9),
  ).join(' ');

beforeAll(async () => {
  const guides = Array.from({ length: guideCount }, (_, n) => {
    const Steps = Array.from({ length: 10 }, (_, index) => ({
      Order: index,
      Text_raw: noise(`${n} ${index}`, 60),
    }));
    return myfixit(n + 1, { Steps });
  });
  writeLines(at('guides.jsonl'), guides);
  await succeed(['import', at('guides.jsonl'), '--data', at('hub')]);
  await addAccount(at('hub'), 'Ann', 'technician');
  hub = await serve(['hub', '--data', at('hub'), '--port', '0']);
}, 120_000);

afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

it.skipIf(process.platform !== 'linux')(
  'a full disk ends the first sync with a message; stored guides stay readable, and the rest arrives once there is space',
  async () => {
    using disk = smallDisk(at('small'), 6);
    const data = join(disk.path, 'desk');
    const login = [
      'login',
      '--data',
      data,
      '--site',
      hub.url,
      '--email',
      'ann@example.org',
      '--password-stdin',
    ];
    await succeed(login, { stdin: password });

    for (const attempt of ['first', 'second']) {
      const full = await benchside(['sync', '--data', data]);
      expect(full, `${attempt} attempt`).toMatchObject({ code: 2, stdout: '' });
      expect(full.stderr).toMatch(
        /^benchside: The disk of this computer is full\. Free some space on this computer, then sync again\. .*\n$/,
      );
    }
    const desk = await serve(['desk', '--data', data]);
    const status = await until(
      () => json<SyncStatus>(`${desk.url}/benchside/sync`),
      ({ problem }) => problem !== null,
    );
    expect(status.problem).toMatchObject({
      kind: 'disk-full',
      advice: expect.stringContaining('Free some space'),
    });
    const read = await json<{ guideid: number }[]>(`${desk.url}/guides?limit=200`);
    expect(read.length).toBe(status.stored.guides);
    expect(read.length).toBeGreaterThan(20);
    expect(read.length).toBeLessThan(guideCount);
    for (const { guideid } of read) {
      const [here, there] = await Promise.all(
        [desk, hub].map(({ url }) => json<Guide>(`${url}/guides/${guideid}`)),
      );
      expect(here?.steps).toEqual(there?.steps);
    }
    expect(await desk.kill('SIGTERM')).toMatchObject({ code: 0 });

    disk.grow(100);
    const rest = await benchside(['sync', '--data', data, '--json']);
    expect(rest).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(rest.stdout)).toMatchObject({ outcome: 'clean', guides: guideCount - read.length });
    await hub.kill('SIGTERM');
    await using copy = testCore({ profile: 'desk', dataDir: data, site: hub.url, checkAnswers: false });
    await using original = testCore({ dataDir: at('hub'), checkAnswers: false });
    expect(await everything(copy)).toEqual(await everything(original));
  },
  60_000,
);

const bytesOf = (data: string): string =>
  createHash('sha256')
    .update(readFileSync(join(data, 'benchside.sqlite')))
    .digest('hex');

/** Makes a copy of the hub's folder with a change in its database. */
function harmed(name: string, harm: (file: string) => void): string {
  const data = at(name);
  cpSync(at('hub'), data, { recursive: true });
  harm(join(data, 'benchside.sqlite'));
  return data;
}

function overwrite(file: string, offset: number, length: number): void {
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.from(noise(file, length)), 0, length, offset);
}

describe('a data folder that cannot be opened', () => {
  const damage =
    /database in .* is damaged\. Nothing was changed\. Restore benchside.sqlite .* Keep the old folder/;
  const cases: [string, (file: string) => void, RegExp][] = [
    ['overwritten at its beginning', (file) => overwrite(file, 0, 512), damage],
    [
      'overwritten in its middle',
      (file) => overwrite(file, Math.floor(statSync(file).size / 2), 400_000),
      damage,
    ],
    ['cut off', (file) => truncateSync(file, 60_000), damage],
    [
      'of a newer version',
      (file) => {
        const db = new Database(file);
        db.pragma('user_version = 999');
        db.close();
      },
      /newer version of Benchside \(data version 999.*Nothing was changed\. Install the newer version/,
    ],
  ];

  it.each(cases)(
    '%s: every command says what happened and what to do, and changes no byte',
    async (name, harm, words) => {
      const data = harmed(name, harm);
      const before = bytesOf(data);
      for (const args of [
        ['hub', '--port', '0'],
        ['import', at('guides.jsonl')],
        ['desk', '--site', 'http://127.0.0.1:1/api/2.0'],
        ['sync'],
      ]) {
        const finished = await benchside([...args, '--data', data]);
        expect(finished, `${args[0]}`).toMatchObject({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(words),
        });
        expect(finished.stderr).not.toMatch(/^\s+at /m);
      }
      expect(bytesOf(data)).toBe(before);
      const status = await benchside(['status', '--data', data]);
      expect(status.stderr).not.toMatch(/^\s+at |fault in Benchside/m);
      expect(bytesOf(data)).toBe(before);
    },
  );
});
