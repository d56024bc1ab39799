import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { listen } from '../../app/http/node.ts';
import { fileVault } from '../../app/identity/vault.ts';
import { sql } from '../../app/store/sql.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf } from '../helpers/pair.ts';
import type { DeskPerson } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';
import { work } from './day.ts';

/** Folders to copy for each episode: `hub`, and the desk as `fresh`, `synced` and `worked`. */
export interface Template extends Disposable {
  path: string;
  people: { ann: DeskPerson; ben: DeskPerson; guideid: number };
  /** Kinds of write in the day. */
  routes: string[];
}

export type DeskState = 'fresh' | 'synced' | 'worked';

/** Makes a hub, and a desk with a signed-in person: fresh, after its first sync, and after a day's unsent work. */
export async function template(): Promise<Template> {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  const hub = testCore({ dataDir: at('hub') });
  const server = await listen(hub.fetch, { host: '127.0.0.1', port: 0 });
  const site = `${server.origin}/api/2.0`;
  // The key is in the folder, so that another process can open the tokens.
  mkdirSync(at('fresh'), { recursive: true });
  let desk = testCore({ profile: 'desk', dataDir: at('fresh'), site }, { vault: fileVault(at('fresh')) });
  const ann = await deskPerson({ hub, desk }, 'ann', 'admin');
  const ben = await deskPerson({ hub, desk }, 'ben', 'author');
  const guideid = await addGuide(hub, ann.token, {}, 3);
  await before(hub, ann, ben, guideid);
  await desk.close();

  cpSync(at('fresh'), at('synced'), { recursive: true });
  desk = testCore({ profile: 'desk', dataDir: at('synced'), site });
  await engineOf(desk, site).round({ people: [ann, ben] });
  await desk.close();
  await server.close();
  await hub.close();

  cpSync(at('synced'), at('worked'), { recursive: true });
  desk = testCore({ profile: 'desk', dataDir: at('worked'), site });
  await work({ desk, ann, ben, guideid }, () => undefined);
  const routes = desk.ctx.store.read(null, (s) =>
    s.db.all(sql<{ route: string }>`SELECT DISTINCT operation AS route FROM journal ORDER BY sequence`),
  );
  await desk.close();
  return {
    path: folder.path,
    people: { ann, ben, guideid },
    routes: routes.map(({ route }) => route),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

/** Makes the things from before the day, which are changed and removed during it. */
async function before(
  hub: ReturnType<typeof testCore>,
  ann: DeskPerson,
  ben: DeskPerson,
  guideid: number,
): Promise<void> {
  const a = (route: string, json?: unknown): Promise<unknown> =>
    hub.json(route, { token: ann.token, ...(json === undefined ? {} : { json }) });
  hub.ctx.store.transact(null, (s) => s.meta.set('site', { langids: ['en', 'de'] }));
  await addGuide(hub, ann.token, { title: 'Old guide' }, 1);
  for (const [namespace, title] of [
    ['WIKI', 'Old'],
    ['WIKI', 'Older'],
    ['CATEGORY', 'Machines'],
    ['CATEGORY', 'Pump'],
  ])
    await a('POST /wikis', { namespace, title, contents: 'old contents' });
  await a('PUT /wikis/WIKI/Old/tag', { tag: 'old-tag' });
  await a(`PUT /guides/${guideid}/tag`, { tag: 'old-tag' });
  await a(`PUT /guides/${guideid}/users/${ben.userid}`, {});
  await a(`PUT /guides/${guideid}/completed`, {});
  for (const text of ['old comment', 'another old comment'])
    await hub.json(`POST /comments/guide/${guideid}`, { token: ben.token, json: { text } });
  await hub.json(`PUT /user/favorites/guides/${guideid}`, { token: ben.token, json: {} });
  for (let n = 0; n < 6; n += 1) {
    const bytes = await (await photo(300 + n, 300)).jpeg().toBuffer();
    const { image } = await hub.json<{ image: { id: number } }>(`POST /user/media/images?file=old${n}.jpg`, {
      token: ann.token,
      body: new Uint8Array(bytes),
    });
    const { steps } = await hub.json<{ steps: { stepid: number; revisionid: number }[] }>(
      `GET /guides/${guideid}`,
    );
    const step = steps[n % 3];
    if (n < 3)
      await a(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
        media: { type: 'image', data: [image.id] },
      });
    else await addGuide(hub, ann.token, { title: `Pictured ${n}`, image: image.id }, 1);
  }
}
