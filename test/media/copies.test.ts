import { describe, expect, it } from 'vitest';

import { neededSizes } from '../../app/store/media/copies.ts';
import type { PictureRole } from '../../app/store/media/copies.ts';
import { avatarGuid, imageObject } from '../../app/store/media/media.ts';
import type { ReplicaReader, ReplicaWriter } from '../../app/replica/replica.ts';
import { sql } from '../../app/store/sql.ts';
import type { Query } from '../../app/store/sql.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { queryPlan } from '../helpers/plans.ts';

const write = <T>(core: TestCore, fn: (s: ReplicaWriter) => T): T => core.ctx.store.transact(null, fn);
const read = <T>(core: TestCore, fn: (s: ReplicaReader) => T): T => core.ctx.store.read(null, fn);
const file = (n: number, bytes = 100) => ({
  sha256: n.toString(16).padStart(64, '0'),
  bytes,
  mime: 'image/jpeg',
});

function seen(
  s: ReplicaWriter,
  id: number,
  role: PictureRole,
  original = `https://cdn.example.org/igi/pic${id}`,
): void {
  s.media.copies.putRemote({ id, guid: `pic${id}`, original }, role);
}

function favorite(s: ReplicaWriter, guideid: number): void {
  s.db.run(sql`INSERT INTO favorite (userid, guideid, date) VALUES (1, ${guideid}, 0)`);
}

describe("a desk's copies", () => {
  it('want the sizes of each role a picture has, once', async () => {
    await using core = testCore({ profile: 'desk' });
    write(core, (s) => {
      seen(s, 1, 'cover');
      seen(s, 1, 'step');
      seen(s, 1, 'step');
      s.media.copies.putRemote(
        { id: -1, guid: avatarGuid, original: 'https://cdn.example.org/igi/x' },
        'avatar',
      );
    });
    expect(neededSizes('step')).toEqual(['medium', 'huge']);
    const wanted = read(core, (s) => s.media.copies.nextWanted({ limit: 10, maxAttempts: 3 }));
    expect(wanted).toEqual([
      {
        guid: 'pic1',
        size: 'large',
        attempts: 0,
        addresses: ['https://cdn.example.org/igi/pic1.large', 'https://cdn.example.org/igi/pic1'],
      },
      {
        guid: 'pic1',
        size: 'medium',
        attempts: 0,
        addresses: ['https://cdn.example.org/igi/pic1.medium', 'https://cdn.example.org/igi/pic1'],
      },
      {
        guid: 'pic1',
        size: 'huge',
        attempts: 0,
        addresses: ['https://cdn.example.org/igi/pic1.huge', 'https://cdn.example.org/igi/pic1'],
      },
    ]);
    expect(read(core, (s) => s.media.image(1))).toEqual(imageObject(1, 'pic1'));
  });

  it('know addresses of originals that end in .full, follow a moved one, and handle ids that share a guid', async () => {
    await using core = testCore({ profile: 'desk' });
    write(core, (s) => {
      seen(s, 1, 'cover', 'https://old.example.org/pic1.full');
      seen(s, 1, 'cover', 'https://new.example.org/pic1.full');
      s.media.copies.putRemote(
        { id: 2, guid: 'pic1', original: 'https://new.example.org/pic1.full' },
        'cover',
      );
      s.media.copies.putRemote({ id: 1, guid: 'other', original: 'https://new.example.org/other' }, 'cover');
    });
    const wanted = read(core, (s) => s.media.copies.nextWanted({ limit: 10, maxAttempts: 1 }));
    expect(wanted.map(({ addresses }) => addresses)).toEqual([
      ['https://new.example.org/other.large', 'https://new.example.org/other'],
    ]);
  });

  it("answer with another server's addresses for a picture that stays there", async () => {
    await using core = testCore();
    write(core, (s) =>
      s.media.addAddress({ imageid: 40, guid: 'far', remote: 'https://cdn.example.org/igi/far.full' }),
    );
    expect(read(core, (s) => s.media.requireImage(40, 'image'))).toMatchObject({
      id: 40,
      medium: 'https://cdn.example.org/igi/far.medium',
      original: 'https://cdn.example.org/igi/far.full',
    });
    expect(
      write(core, (s) => s.media.add({ userid: 1, width: 9, height: 9, mime: 'image/png' }, []).imageid),
    ).toBe(41);
  });

  it('call a document complete only if every file it needs is here, and give the reason otherwise', async () => {
    await using core = testCore({ profile: 'desk' });
    write(core, (s) => {
      seen(s, 1, 'cover');
      seen(s, 2, 'step');
      s.media.setUses('guide', 7, ['pic1', 'pic2', 'unheard', avatarGuid]);
      s.media.copies.putFile('pic1', 'large', file(1));
      s.media.copies.markFailed('pic2', 'huge', 'The site does not have it.');
    });
    expect(read(core, (s) => s.media.copies.completeness('guide', 7))).toEqual({
      needed: 3,
      present: 1,
      missing: [
        { guid: 'pic2', size: 'huge', reason: 'The site does not have it.' },
        { guid: 'unheard', size: 'original', reason: 'This desk does not know this picture.' },
      ],
    });
    write(core, (s) => {
      seen(s, 3, 'cover');
      s.media.setUses('guide', 7, ['pic1', 'pic2']);
      s.media.copies.putFile('pic2', 'medium', file(2));
      s.media.copies.putFile('pic2', 'huge', file(3));
    });
    expect(read(core, (s) => s.media.copies.completeness('guide', 7))).toEqual({
      needed: 2,
      present: 2,
      missing: [],
    });
    write(core, (s) => s.media.copies.lost(file(3).sha256));
    expect(read(core, (s) => s.media.copies.completeness('guide', 7).missing)).toEqual([
      { guid: 'pic2', size: 'huge', reason: 'Its file was lost or damaged on this desk.' },
    ]);
    expect(read(core, (s) => s.media.copies.completeness('guide', 8))).toEqual({
      needed: 0,
      present: 0,
      missing: [],
    });
  });

  it('[M3.1] fetch the open guide first, then favorites, opened guides, covers, and the rest from small to large', async () => {
    await using core = testCore({ profile: 'desk' });
    write(core, (s) => {
      for (const id of [1, 2, 3]) {
        seen(s, id, 'step');
        s.media.setUses('guide', id, [`pic${id}`]);
      }
      seen(s, 4, 'cover');
      favorite(s, 3);
      s.db.run(sql`INSERT INTO reading_position (userid, guideid, date) VALUES (1, 2, 0)`);
    });
    const names = (options: {
      first?: number[];
      scope?: 'all' | 'favorites' | 'opened';
      limit?: number;
    }): string[] =>
      read(core, (s) => s.media.copies.nextWanted({ limit: 10, maxAttempts: 2, ...options })).map(
        ({ guid, size }) => `${guid}.${size}`,
      );
    expect(names({ first: [2] })).toEqual([
      'pic2.medium',
      'pic2.huge',
      'pic3.medium',
      'pic3.huge',
      'pic4.large',
      'pic1.medium',
      'pic1.huge',
    ]);
    expect(names({ scope: 'favorites' })).toEqual(['pic3.medium', 'pic3.huge', 'pic4.large']);
    expect(names({ scope: 'opened' })).toEqual([
      'pic3.medium',
      'pic3.huge',
      'pic2.medium',
      'pic2.huge',
      'pic4.large',
    ]);
    expect(names({ limit: 3 })).toEqual(['pic3.medium', 'pic3.huge', 'pic2.medium']);
    write(core, (s) => {
      for (let n = 0; n < 2; n++) s.media.copies.markFailed('pic3', 'medium', 'No.');
      s.media.copies.markFailed('pic1', 'medium', 'No.');
    });
    expect(names({})).toEqual([
      'pic3.huge',
      'pic2.medium',
      'pic2.huge',
      'pic4.large',
      'pic1.medium',
      'pic1.huge',
    ]);
    write(core, (s) => s.media.copies.retryFailed());
    expect(names({})[0]).toBe('pic3.medium');
  });

  it('[M2.3] ask each round for pictures that the site lacks if they are few, and always for those that could not be reached', async () => {
    await using core = testCore({ profile: 'desk' });
    write(core, (s) => {
      for (const id of [1, 2, 3]) seen(s, id, 'cover');
      s.media.copies.markFailed('pic1', 'large', 'The hub does not have this picture yet.', true);
      s.media.copies.markFailed('pic2', 'large', 'The hub does not have this picture yet.', true);
      s.media.copies.markFailed('pic3', 'large', 'It cannot be reached.');
    });
    const again = (mostLacking?: number): string[] => {
      write(core, (s) => s.media.copies.retryFailed(mostLacking));
      const wanted = read(core, (s) => s.media.copies.nextWanted({ limit: 9, maxAttempts: 1 }));
      return wanted.filter(({ size }) => size === 'large').map(({ guid }) => guid);
    };
    expect(again(1)).toEqual(['pic3']);
    expect(again(2)).toEqual(['pic1', 'pic2', 'pic3']);
    write(core, (s) => s.media.copies.markFailed('pic1', 'large', 'No.', true));
    expect(again(0)).toEqual(['pic2', 'pic3']);
    expect(again()).toEqual(['pic1', 'pic2', 'pic3']);
  });

  it('[M3.2] remove the longest unused files first, and never favorites, open jobs or files that exist only here', async () => {
    let now = 1000;
    await using core = testCore({ profile: 'desk' }, { now: () => now });
    write(core, (s) => {
      for (const id of [1, 2, 3, 4]) {
        seen(s, id, 'cover');
        s.media.setUses('guide', id, [`pic${id}`]);
        s.media.copies.putFile(`pic${id}`, 'large', file(id, id * 100));
      }
      s.media.add({ imageid: -5, userid: 1, width: 9, height: 9, mime: 'image/png' }, [
        { size: 'original', ...file(9, 900) },
      ]);
      favorite(s, 4);
    });
    now = 2000;
    write(core, (s) => s.media.copies.touch('guide', 3));
    const guids = (bytes: number): string[] =>
      read(core, (s) => s.media.copies.evictable(bytes)).map(({ guid }) => guid);
    expect(guids(150)).toEqual(['pic2']);
    expect(guids(250)).toEqual(['pic2', 'pic1']);
    expect(guids(10_000)).toEqual(['pic2', 'pic1', 'pic3']);
    expect(write(core, (s) => s.media.copies.evict('pic2', 'large'))).toBe(file(2).sha256);
    expect(read(core, (s) => s.media.copies.completeness('guide', 2).missing[0]?.reason)).toContain(
      'to make room',
    );
    write(core, (s) => s.media.copies.retryFailed());
    expect(read(core, (s) => s.media.copies.nextWanted({ limit: 9, maxAttempts: 9 }))).toEqual([]);
    write(core, (s) => s.media.copies.touch('guide', 2));
    expect(read(core, (s) => s.media.copies.nextWanted({ limit: 9, maxAttempts: 9 }))).toMatchObject([
      { guid: 'pic2' },
    ]);
  });

  it('count a shared file once and keep it while another picture uses it', async () => {
    await using core = testCore({ profile: 'desk' });
    write(core, (s) => {
      for (const id of [1, 2]) {
        seen(s, id, 'cover');
        s.media.copies.putFile(`pic${id}`, 'large', file(5, 500));
      }
      seen(s, 3, 'step');
    });
    expect(read(core, (s) => s.media.copies.usage())).toEqual({
      pictures: 2,
      bytes: 500,
      wanted: 3,
    });
    expect(write(core, (s) => s.media.copies.evict('pic1', 'large'))).toBeUndefined();
    expect(write(core, (s) => s.media.copies.evict('pic2', 'large'))).toBe(file(5).sha256);
  });

  it('answer frequent questions from indexes', async () => {
    await using core = testCore({ profile: 'desk' });
    const plan = (query: Query<unknown>): string => read(core, (s) => queryPlan(s.db, query).join('\n'));
    const complete = plan(sql`SELECT count(*), count(f.sha256)
       FROM media_use u LEFT JOIN image_file f ON f.guid = u.guid WHERE u.kind = ${'guide'} AND u.id = ${1}`);
    expect(complete).not.toContain('SCAN');
    const wanted = plan(sql`SELECT f.guid, i.remote FROM image_file f JOIN image i ON i.guid = f.guid
       WHERE f.sha256 IS NULL AND f.attempts < ${3} AND i.remote IS NOT NULL AND f.size = ${'huge'}
       ORDER BY f.attempts, f.guid LIMIT ${50}`);
    expect(wanted).toContain('image_file_absent (size=? AND attempts<?)');
    expect(wanted).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});
