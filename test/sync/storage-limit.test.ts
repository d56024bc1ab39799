import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { settingsOf } from '../../app/store/desk-settings.ts';
import { sql } from '../../app/store/sql.ts';
import { Engine } from '../../app/sync/engine.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

/** Files of which the first that is removed takes a moment. */
class SlowFiles extends MediaFiles {
  meanwhile: ((removed: string) => Promise<void>) | undefined;

  override async remove(sha256: string): Promise<void> {
    const act = this.meanwhile;
    this.meanwhile = undefined;
    await act?.(sha256);
    await super.remove(sha256);
  }
}

it('[M3.2] a picture that someone uploads while another is removed for the limit keeps its file', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const photos: Uint8Array<ArrayBuffer>[] = [];
  for (const width of [600, 640]) {
    const body = new Uint8Array(await (await photo(width, 480)).png().toBuffer());
    photos.push(body);
    const { image } = await hub.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
      token: admin,
      body,
    });
    await addGuide(hub, admin, { image: image.id }, 0);
  }
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const media = new SlowFiles(join(desk.dataDir, 'media'));
  const here = (): string[] =>
    desk.ctx.store.read(null, (s) => s.media.copies.storedFiles().map(({ sha256 }) => sha256));
  expect(here().length).toBeGreaterThan(1);
  desk.ctx.store.transact(null, (s) => {
    s.meta.set('settings', { ...settingsOf(s), pictureBudgetMb: 100 });
    s.db.run(sql`UPDATE image_file SET bytes = 200000000 WHERE sha256 IS NOT NULL`);
  });
  let isRemoving = false;
  media.meanwhile = async (removed) => {
    isRemoving = true;
    for (const body of photos.filter((one) => createHash('sha256').update(one).digest('hex') !== removed))
      await desk.json('POST /user/media/images?file=b.png', { token: ann.token, body });
  };
  const engine = new Engine({
    endpoints,
    site: both.net.url,
    store: desk.ctx.store,
    media,
    log: createLog('sync', 'fatal'),
    onReport: () => undefined,
    onTokenRefused: () => undefined,
  });
  await engine.round({ people: [ann] });
  expect(isRemoving).toBe(true);
  expect(here()).not.toEqual([]);
  for (const sha256 of here()) expect([sha256, await media.isWhole(sha256)]).toEqual([sha256, true]);
});
