import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import type { MadePicture } from '../../app/media/make-pictures.ts';
import { settingsOf } from '../../app/store/desk-settings.ts';
import { sql } from '../../app/store/sql.ts';
import { Engine } from '../../app/sync/engine.ts';
import type { PersonToken } from '../../app/sync/round.ts';
import { invariant } from '../../shared/assert.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

/** Files of which the first that is removed takes a moment. */
class SlowFiles extends MediaFiles {
  meanwhile: ((removed: string) => Promise<void>) | undefined;

  override async remove(sha256: string, writtenBefore: number): Promise<void> {
    const act = this.meanwhile;
    this.meanwhile = undefined;
    await act?.(sha256);
    await super.remove(sha256, writtenBefore);
  }
}

interface Limited extends AsyncDisposable {
  desk: TestCore;
  ann: PersonToken;
  photos: Uint8Array<ArrayBuffer>[];
  media: SlowFiles;
  /** Returns the hashes of the files that the desk's database names. */
  here(): string[];
  /** Runs a round that removes pictures for the limit. */
  round(): Promise<void>;
}

/** A desk with the pictures of two guides, which are more than its limit. */
async function limited(): Promise<Limited> {
  const both = await pair();
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
  desk.ctx.store.transact(null, (s) => {
    s.meta.set('settings', { ...settingsOf(s), pictureBudgetMb: 100 });
    s.db.run(sql`UPDATE image_file SET bytes = 200000000 WHERE sha256 IS NOT NULL`);
  });
  const media = new SlowFiles(join(desk.dataDir, 'media'));
  const engine = new Engine({
    endpoints,
    site: both.net.url,
    store: desk.ctx.store,
    media,
    log: createLog('sync', 'fatal'),
    onReport: () => undefined,
    onTokenRefused: () => undefined,
  });
  return {
    desk,
    ann,
    photos,
    media,
    here: () => desk.ctx.store.read(null, (s) => s.media.copies.storedFiles().map(({ sha256 }) => sha256)),
    round: async () => void (await engine.round({ people: [ann] })),
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('[M3.2] a picture that someone uploads while another is removed for the limit keeps its file', async () => {
  await using at = await limited();
  const { desk, ann, media, photos } = at;
  expect(at.here().length).toBeGreaterThan(1);
  let first: string | undefined;
  media.meanwhile = async (removed) => {
    first = removed;
    for (const body of photos.filter((one) => hashOf(one) !== removed))
      await desk.json('POST /user/media/images?file=b.png', { token: ann.token, body });
  };
  await at.round();
  expect(at.here()).not.toEqual([]);
  for (const sha256 of at.here()) expect([sha256, await media.isWhole(sha256)]).toEqual([sha256, true]);
  expect(await media.size(first ?? '')).toBeUndefined();
});

it('[M3.2] a picture whose file is written but not its row, when the limit removes the same one, keeps its file', async () => {
  await using at = await limited();
  const { desk, ann, media, photos } = at;
  // Nobody has looked at these pictures for a while.
  desk.ctx.store.transact(null, (s) => s.db.run(sql`UPDATE image_file SET used_date = used_date - 10`));
  let made: MadePicture | undefined;
  media.meanwhile = async (removed) => {
    const upload = async function* (): AsyncGenerator<Uint8Array> {
      yield* photos.filter((one) => hashOf(one) === removed);
    };
    const job = { name: 'b.png', ratio: undefined, edit: { turn: 0, part: null } } as const;
    made = (await desk.ctx.pictures.make(desk.ctx.media, upload(), job)).kept;
  };
  await at.round();
  invariant(made, 'the limit removed a picture');
  const { files, ...picture } = made;
  desk.ctx.store.transact(null, (s) => s.media.add({ ...picture, userid: ann.userid }, files));
  expect(at.here()).toEqual(expect.arrayContaining(files.map(({ sha256 }) => sha256)));
  for (const sha256 of at.here()) expect([sha256, await media.isWhole(sha256)]).toEqual([sha256, true]);
});
