import { expect, it } from 'vitest';

import { blankGuide } from '../../app/store/guides/document.ts';
import { MEDIA_PLACEHOLDER, SITE_PLACEHOLDER } from '../../app/store/placeholders.ts';
import { neededSizes } from '../../app/store/media/copies.ts';
import { packedNote } from '../../app/store/media/picture-notes.ts';
import type { PictureNote } from '../../app/store/media/picture-notes.ts';
import type { ReplicaWriter } from '../../app/replica/replica.ts';
import { listCovers, listMore, listUrgent } from '../../app/sync/list-pictures.ts';
import type { TestCore } from '../helpers/core.ts';
import { testCore } from '../helpers/core.ts';

const [coverSize] = neededSizes('cover');

const noteOf = (guideid: number, ...guids: string[]): PictureNote => ({
  guideid,
  pictures: guids.map((guid, index) => ({
    id: guideid * 100 + index,
    guid,
    original: index === 0 ? `${SITE_PLACEHOLDER}/igi/${guid}` : `http://elsewhere.test/${guid}.full`,
    role: index === 0 ? 'cover' : 'step',
  })),
});

function desk(): TestCore {
  const core = testCore({ profile: 'desk', site: 'http://site.test/api/2.0' });
  core.ctx.store.transact(null, (s) => {
    for (const guideid of [1, 2]) {
      const body = blankGuide({
        guideid,
        langid: 'en',
        category: 'Phone',
        type: 'repair',
        title: `Guide ${guideid}`,
      });
      body.public = true;
      s.guides.put({ body, steps: [], userid: 1, prerequisites: [] }, { keepRevision: false });
    }
  });
  return core;
}

const put = (s: ReplicaWriter, { guideid, pictures }: PictureNote): void =>
  s.media.pictureNotes.put(guideid, packedNote(pictures));

const listing = ({ ctx }: TestCore) => ({ store: ctx.store, stopped: () => false });

async function list(core: TestCore): Promise<void> {
  while (await listMore(listing(core)));
}

it('the completeness of a guide is the same by its note and by its listed pictures', async () => {
  await using core = desk();
  const { store } = core.ctx;
  const completeness = () => store.read(null, (s) => s.media.copies.completeness('guide', 1));
  store.transact(null, (s) => {
    put(s, noteOf(1, 'cover', 'step'));
    put(s, noteOf(2, 'cover'));
  });
  expect(completeness()).toMatchObject({ present: 0 });
  expect(store.read(null, (s) => s.media.copies.nextWanted({ limit: 9, maxAttempts: 1 }))).toEqual([]);

  const noted = completeness();
  await list(core);
  expect(completeness().needed).toBe(noted.needed);
  expect(new Set(completeness().missing)).toEqual(new Set(noted.missing));
  expect(
    store.read(null, (s) => [
      s.media.uses('guide', 1).sort(),
      s.media.uses('guide', 2),
      s.media.pictureNotes.next(9),
    ]),
  ).toEqual([['cover', 'step'], ['cover'], []]);
  const wanted = store.read(null, (s) => s.media.copies.nextWanted({ limit: 9, maxAttempts: 1 }));
  expect(wanted[0]?.addresses[0]).toBe(`${SITE_PLACEHOLDER}/igi/cover.${coverSize}`);
  expect(wanted.at(-1)?.addresses).toContain('http://elsewhere.test/step.full');
});

it('unchanged pictures need no note; a new, moved or removed one does', async () => {
  await using core = desk();
  const { store } = core.ctx;
  const pending = (note: PictureNote): number =>
    store.transact(null, (s) => {
      put(s, note);
      return s.media.pictureNotes.next(9).length;
    });
  const before = noteOf(1, 'cover', 'step');
  expect(pending(before)).toBe(1);
  await list(core);
  expect(pending(before)).toBe(0);
  expect(pending(noteOf(1, 'cover', 'step', 'new'))).toBe(1);
  expect(pending(before)).toBe(0);
  expect(pending(noteOf(1, 'cover'))).toBe(1);
  const moved = before.pictures.map((picture) => ({ ...picture, original: `${picture.original}?moved` }));
  expect(pending({ guideid: 1, pictures: moved })).toBe(1);
  const promoted = before.pictures.map((picture) => ({ ...picture, role: 'cover' as const }));
  expect(pending({ guideid: 1, pictures: promoted })).toBe(1);
  await list(core);
  expect(
    store.read(null, (s) =>
      s.media.copies.nextWanted({ limit: 9, maxAttempts: 1 }).map(({ guid, size }) => `${guid}.${size}`),
    ),
  ).toContain(`step.${coverSize}`);
});

it('covers are listed first, then guides that people want, then the others; unlisted pictures count as wanted', async () => {
  await using core = desk();
  const { store } = core.ctx;
  store.transact(null, (s) => {
    put(s, noteOf(1, 'cover', 'step'));
    put(s, noteOf(2, 'second', 'third', 'third'));
  });
  const wanted = (): string[] =>
    store
      .read(null, (s) => s.media.copies.nextWanted({ limit: 9, maxAttempts: 1 }))
      .map(({ guid, size }) => `${guid}.${size}`);
  const total = (): number => store.read(null, (s) => s.media.copies.usage().wanted);
  await listCovers(listing(core));
  expect(wanted()).toEqual(['cover.large', 'second.large']);
  expect(total()).toBe(4);
  expect(await listUrgent(listing(core), [])).toBe(false);

  store.transact({ userid: 1, role: 'author', username: 'Ada', teams: [] }, (s) =>
    s.readingPositions.put(2, null, false),
  );
  expect(wanted()).toEqual(['second.large', 'third.medium', 'third.huge', 'cover.large']);
  store.transact(null, (s) => put(s, noteOf(2, 'second', 'new')));
  expect(await listUrgent(listing(core), [])).toBe(true);
  expect(store.read(null, (s) => s.media.uses('guide', 2)).toSorted()).toEqual(['new', 'second']);
  await list(core);
  expect(total()).toBe(5);
  expect(store.read(null, (s) => s.media.pictureNotes.others())).toBe(0);
});

it('an unlisted picture is found by its id and its guid, and can be used elsewhere', async () => {
  await using core = desk();
  const { store } = core.ctx;
  store.transact(null, (s) => put(s, noteOf(1, 'cover', 'step')));
  store.read(null, (s) => {
    expect(s.media.image(101)).toMatchObject({ id: 101, guid: 'step', original: `${MEDIA_PLACEHOLDER}step` });
    expect(s.media.find('step')).toMatchObject({ imageid: 101, userid: null });
    expect(s.media.image(10)).toBeUndefined();
    const row = s.media.imageRow(101);
    expect(row && s.media.mayRead(row)).toBe(true);
  });
  const used = store.transact(null, (s) => s.media.requireImage(101, 'image'));
  expect(used).toMatchObject({ id: 101, original: `${MEDIA_PLACEHOLDER}step` });
  expect(store.read(null, (s) => [s.media.uses('guide', 1).toSorted(), s.media.pictureNotes.of(1)])).toEqual([
    ['cover', 'step'],
    undefined,
  ]);
});

it('deleting a guide deletes its note', async () => {
  await using core = desk();
  const { store } = core.ctx;
  store.transact(null, (s) => {
    put(s, noteOf(1, 'cover'));
    s.guides.forget(1);
  });
  expect(store.read(null, (s) => s.media.pictureNotes.next(9))).toEqual([]);
});
