import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { seedFixture } from '../../app/import/fixture.ts';
import { loadSharp } from '../../app/media/sharp.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import { imageSizeNames, imageSizes } from '../../shared/model/image.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { pair } from '../helpers/pair.ts';
import { photo } from '../media/pictures.ts';

const guids = ['seedpicture1', 'seedpicture2', 'seedpicture3'];

/** A guide with a cover and two pictures in a step, as WebP. */
async function seed({ ctx }: TestCore, side = 1200): Promise<void> {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'picture.webp'), await (await photo(side, 900)).webp().toBuffer());
  const step = { type: 'image', data: [{ id: 2 }, { id: 3 }] };
  const fixture = {
    images: guids.map((guid, index) => ({ id: index + 1, guid, file: 'picture.webp' })),
    guides: [
      {
        guideid: 1,
        title: 'Mend the pump',
        category: 'Pump',
        type: 'repair',
        public: true,
        image: { id: 1 },
        steps: [{ stepid: 1, orderby: 1, title: '', lines: [], media: step }],
      },
    ],
  };
  const file = join(folder.path, 'fixture.json');
  writeFileSync(file, JSON.stringify(fixture));
  await seedFixture(file, ctx.store, ctx.media);
}

const sizesOf = ({ ctx }: TestCore, guid: string): string[] =>
  ctx.store.read(null, (s) =>
    s.db
      .all(sql<StoredRow<'image_file', 'size'>>`SELECT size FROM image_file
         WHERE guid = ${guid} AND sha256 IS NOT NULL`)
      .map(({ size }) => size),
  );

async function widthOf(response: Response): Promise<number> {
  const sharp = await loadSharp();
  return (await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width;
}

it('[contract G7] a seeded WebP is stored unchanged; a hub makes the original and each size on first request', async () => {
  await using hub = testCore();
  await seed(hub);
  expect(sizesOf(hub, 'seedpicture1')).toEqual(['source']);
  const [head, first, twin] = await Promise.all([
    hub.call('HEAD /igi/seedpicture1.medium'),
    hub.call('GET /igi/seedpicture1.medium'),
    hub.call('GET /igi/seedpicture1.medium'),
  ]);
  expect(sizesOf(hub, 'seedpicture1').toSorted()).toEqual(['medium', 'original', 'source']);
  const headers = ['etag', 'content-type', 'cache-control', 'content-length'];
  for (const answer of [first, twin])
    expect(headers.map((name) => answer.headers.get(name))).toEqual(
      headers.map((name) => head.headers.get(name)),
    );
  expect([first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
    'image/jpeg',
    'public, max-age=31536000, immutable',
  ]);
  expect(await widthOf(first)).toBe(imageSizes.medium);
  for (const whole of ['', '.full']) {
    const response = await hub.call(`GET /igi/seedpicture3${whole}`);
    expect([response.headers.get('content-type'), await widthOf(response)]).toEqual(['image/jpeg', 1200]);
  }
  for (const size of imageSizeNames) {
    const response = await hub.call(`GET /igi/seedpicture2.${size}`);
    expect([response.status, await widthOf(response)]).toEqual([200, Math.min(1200, imageSizes[size])]);
  }
});

it('[contract G7] a desk that syncs before any size is made gets all sizes it needs', async () => {
  await using both = await pair();
  await seed(both.hub);
  const { round } = await both.round();
  expect(round).toMatchObject({ outcome: 'clean', guides: 1, pictures: 3 });
  expect(both.desk.ctx.store.read(null, (s) => s.media.copies.completeness('guide', 1))).toEqual({
    needed: 3,
    present: 3,
    missing: [],
  });
  for (const [guid, size] of [
    ['seedpicture1', 'large'],
    ['seedpicture2', 'medium'],
    ['seedpicture3', 'huge'],
  ] as const) {
    const [ours, theirs] = [
      await both.desk.call(`GET /igi/${guid}.${size}`),
      await both.hub.call(`GET /igi/${guid}.${size}`),
    ];
    expect(ours.headers.get('etag')).toBe(theirs.headers.get('etag'));
    expect(await widthOf(ours)).toBe(Math.min(1200, imageSizes[size]));
  }
});

it('another original under the same guid brings its own sizes; an equal one changes nothing', async () => {
  await using hub = testCore();
  await seed(hub);
  expect(await widthOf(await hub.call('GET /igi/seedpicture1.thumbnail'))).toBe(imageSizes.thumbnail);
  await seed(hub);
  expect(sizesOf(hub, 'seedpicture1').toSorted()).toEqual(['original', 'source', 'thumbnail']);
  await seed(hub, 300);
  expect(sizesOf(hub, 'seedpicture1')).toEqual(['source']);
  // 300 × 900 within a square of 96.
  expect(await widthOf(await hub.call('GET /igi/seedpicture1.thumbnail'))).toBe(32);
});

it('a hub that closes stops making sizes, and refuses waiting requests', async () => {
  await using hub = testCore();
  await seed(hub, 3000);
  await hub.call('GET /igi/seedpicture1');
  const problems: unknown[] = [];
  hub.ctx.log.warn = (...told: unknown[]) => void problems.push(told);
  hub.ctx.log.error = (...told: unknown[]) => void problems.push(told);
  const answers = imageSizeNames.map((size) => hub.call(`GET /igi/seedpicture1.${size}`));
  await hub.close();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(problems).toEqual([]);
  expect(statuses.toSorted()).toEqual([200, 200, ...statuses.slice(2).map(() => 503)]);
});

it('if a size cannot be made, the nearest one is served', async () => {
  await using hub = testCore({ logLevel: 'silent' });
  await seed(hub);
  hub.ctx.media.write = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  const response = await hub.call('GET /igi/seedpicture1.mini');
  expect([response.status, await widthOf(response)]).toEqual([200, 1200]);
  expect(response.headers.get('cache-control')).toBe('no-cache');
});
