import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { BundleImport } from '../../shared/model/carry.ts';
import { exported, retitle, sentByAnother } from '../helpers/bundle.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide, addUser, deskPerson, engineOf, everything, pair, signInAt } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';
import { json, serve, until } from '../helpers/process.ts';
import type { RunOptions, Server } from '../helpers/process.ts';
import { photo } from '../media/pictures.ts';

/** A desk as a process of its own, and its window in a browser. */
class Bench implements AsyncDisposable {
  private readonly server: Server;
  private readonly headers: Record<string, string>;

  private constructor(server: Server, headers: Record<string, string>) {
    this.server = server;
    this.headers = headers;
  }

  static async start(args: readonly string[], page: string, options: RunOptions = {}): Promise<Bench> {
    const server = await serve(['desk', ...args, '--renderer', page], options);
    const entered = await fetch(server.ready.page ?? '', { redirect: 'manual' });
    const [cookie = ''] = (entered.headers.get('Set-Cookie') ?? '').split(';');
    return new Bench(server, { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' });
  }

  get finished(): Server['finished'] {
    return this.server.finished;
  }

  /** Resolves when the bundle is here; the import may still run. */
  async take(file: string): Promise<void> {
    const response = await fetch(`${this.server.url}/benchside/bundle_import?file=site.bundle`, {
      method: 'POST',
      headers: this.headers,
      body: new Uint8Array(readFileSync(file)),
    });
    if (response.status !== 202) throw new Error(`the bundle was not taken: ${await response.text()}`);
  }

  imported(): Promise<BundleImport> {
    return until(
      () => json<BundleImport>(`${this.server.url}/benchside/bundle_import`, { headers: this.headers }),
      ({ state }) => state !== 'running',
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.kill('SIGTERM');
  }
}

/** Imports a bundle at a desk whose process ends at a moment, and once more. */
async function importKilled(
  data: string,
  { file, point, more = [] }: { file: string; point: string; more?: string[] },
): Promise<void> {
  const page = `${data}-page`;
  mkdirSync(page);
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  const args = ['--data', data, ...more];
  const victim = await Bench.start(args, page, { env: { BENCHSIDE_FAILPOINTS: point } });
  await victim.take(file).catch((error: unknown) => {
    // The process may end before its answer.
    expect(String(error)).toMatch(/fetch failed/);
  });
  expect(await victim.finished).toMatchObject({ code: null, stderr: expect.stringContaining('failpoint') });
  await using again = await Bench.start(args, page);
  expect(readdirSync(data)).not.toContain('carry.part');
  await again.take(file);
  expect(await again.imported()).toMatchObject({ state: 'done', result: { isNewer: true } });
}

const guideCount = 30;

/** Fills a hub, and the folder of a desk whose edits have reached the hub by a stick, of which it knows nothing. */
async function separated(both: Pair, dataDir: string): Promise<void> {
  const known = await addGuide(both.hub, both.admin, { title: 'Known to the desk' });
  const ann = await deskPerson(both, 'ann', 'author');
  await using desk = testCore({ profile: 'desk', site: both.net.url, dataDir });
  const { userid, token } = await signInAt(desk, 'ann');
  expect(userid).toBe(ann.userid);
  const people = [{ userid, token }];
  await engineOf(desk, both.net.url).round({ people });
  await retitle(desk, known, token, 'Changed at the desk');
  await desk.json(`POST /comments/guide/${known}`, { token, json: { text: 'Mind the seal.' } });
  await desk.json('POST /guides', {
    token,
    json: { category: 'Pump', type: 'repair', title: 'Made at the desk', public: true },
  });
  expect(await sentByAnother(both, desk)).toBe(3);
  for (let n = 0; n < guideCount; n += 1) {
    const image =
      n % 10 > 0
        ? {}
        : {
            image: (
              await both.hub.json<{ image: { id: number } }>(`POST /user/media/images?file=p${n}.png`, {
                token: both.admin,
                body: new Uint8Array(await (await photo(800 + n, 600)).png().toBuffer()),
              })
            ).image.id,
          };
    await addGuide(both.hub, both.admin, { title: `Guide ${n}`, ...image }, 1);
  }
}

/** Moments of an import, and where the process ends in each. */
const moments: [string, string][] = [
  ['before the first guides are stored', 'before-commit 1 watermark feed'],
  ['when some guides are stored', 'after-commit 1 watermark feed'],
  ['before an edit is known to have arrived', 'before-commit 1 done POST'],
  ['when one edit is known to have arrived', 'after-commit 1 done'],
  ['before the text is complete', 'before-commit 1 state complete'],
  ['while a picture is stored', 'before-file 2 file'],
  ['when a picture is stored, and nobody knows it', 'after-file 3 file'],
  ['when some pictures are stored', 'after-commit 2 picture'],
];

describe('[U5 U4.1 J4.1] a desk whose edits have reached the hub by a stick', () => {
  const folder = temporaryFolder();
  const before = join(folder.path, 'desk');
  const file = join(folder.path, 'site.bundle');
  let both: Pair;

  beforeAll(async () => {
    both = await pair();
    await separated(both, before);
    await exported(both.hub, file);
    both.net.disconnect();
  }, 60_000);

  afterAll(async () => {
    await both[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  it.each(moments)(
    'and whose process is killed %s ends equal to the hub after another import',
    async (_, point) => {
      const data = join(folder.path, point);
      cpSync(before, data, { recursive: true });
      await importKilled(data, { file, point });
      await using desk = testCore({ profile: 'desk', dataDir: data, site: both.net.url });
      expect(await everything(desk)).toEqual(await everything(both.hub));
      const { pending, sending, parked } = desk.ctx.store.read(null, (s) => s.journal.editCounts());
      expect({ pending, sending, parked }).toEqual({ pending: 0, sending: 0, parked: 0 });
      const titles = (await both.hub.json<{ title: string }[]>('GET /guides?limit=200')).map(
        ({ title }) => title,
      );
      expect(titles.filter((title) => title.endsWith('at the desk')).sort()).toEqual([
        'Changed at the desk',
        'Made at the desk',
      ]);
    },
    120_000,
  );
});

const outOfReach = 'http://127.0.0.1:9/api/2.0';

it.each(['after-file 1 snapshot', 'before-commit 1 snapshot', 'after-commit 1 snapshot'])(
  '[U2.3 S2.4] a new desk whose process is killed at "%s" ends equal to the hub after another import',
  async (point) => {
    using folder = temporaryFolder();
    const data = join(folder.path, 'desk');
    await using hub = testCore();
    await addGuide(hub, await addUser(hub, 'admin@example.org', 'admin'));
    const file = await exported(hub, join(folder.path, 'site.bundle'));
    await importKilled(data, { file, point, more: ['--site', outOfReach] });
    await using desk = testCore({ profile: 'desk', dataDir: data, site: outOfReach });
    expect(await everything(desk)).toEqual(await everything(hub));
    expect(readdirSync(data)).not.toContain('snapshot');
  },
  60_000,
);
