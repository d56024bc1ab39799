import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { waitsFor } from '../../renderer/api/queries/assignments.ts';
import { highlighted, pieces, unmarked } from '../../renderer/components/highlighted.ts';
import { imageUrls } from '../../renderer/components/image-url.ts';
import { keyed } from '../../renderer/components/keyed.ts';
import { drawnMarker } from '../../renderer/components/markers/marker-state.ts';
import { safeUrl } from '../../renderer/bridge.ts';
import { inAppPath, originOf } from '../../renderer/components/link-target.ts';
import { bytes, duration, siteAddress, timeAgo, timeSpan } from '../../renderer/format.ts';
import { filterGuides, noFilter } from '../../renderer/screens/category/guide-filter.ts';
import type { Place } from '../../renderer/features/guide-view/reading.ts';
import { moveOfSwipe, readingPlace, targetOf } from '../../renderer/features/guide-view/reading.ts';
import { mediaOf } from '../../renderer/features/guide-view/step-media.ts';
import type { Zoom } from '../../renderer/features/guide-view/zoom-state.ts';
import { fitted, maxScale, panBy, zoomAt } from '../../renderer/features/guide-view/zoom-state.ts';
import { addSample, secondsLeft } from '../../renderer/screens/sync/status/estimate.ts';
import { syncWords } from '../../renderer/shell/sync-words.ts';
import { timeWords } from '../../renderer/vocabulary.ts';
import type { Step } from '../../shared/model/guide.ts';
import { noEstimate, step as stepSchema } from '../../shared/model/guide.ts';
import { syncPhase } from '../../shared/sync-status.ts';
import { stepGroups } from '../../shared/model/step-groups.ts';
import { now, pictureOf, sealGuide, statusWith, stepOf, summaryOf } from './helpers/documents.ts';

describe('marked hits', () => {
  it('are split at the marks, without stray ones', () => {
    expect(pieces('a \uE000hit\uE001 b')).toEqual([
      { text: 'a ', hit: false },
      { text: 'hit', hit: true },
      { text: ' b', hit: false },
    ]);
    expect(pieces('\uE001x\uE000')).toEqual([{ text: 'x', hit: false }]);
    expect(highlighted('')).toEqual([]);
  });

  it('keep all characters and add none', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '<', '\uE000', '\uE001', 'ß', '🔩')), (characters) => {
        const text = characters.join('');
        expect(
          pieces(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(unmarked(text));
      }),
    );
  });
});

describe('words for numbers', () => {
  it.each([
    [10, 'just now'],
    [-500, 'just now'],
    [150, '2 minutes ago'],
    [86_400, 'yesterday'],
    [21 * 86_400, '3 weeks ago'],
    [800 * 86_400, '2 years ago'],
  ])('says an age of %d seconds as "%s"', (age, words) => {
    expect(timeAgo(now - age, now)).toBe(words);
  });

  it.each([
    [45, '45 s'],
    [2700, '45 min'],
    [5400, '1 h 30 min'],
    [7190, '2 h'],
    [3 * 86_400, '3 days'],
  ])('says %d seconds as "%s"', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });

  it.each([
    [0, 1_800, '30 min'],
    [1_800, 1_800, '30 min'],
    [1_500, 2_400, '25–40 min'],
    [1_800, 3_600, '30 min – 1 h'],
    [45, 600, '45 s – 10 min'],
  ])('says how long a guide takes: from %i to %i seconds', (min, max, words) => {
    expect(timeSpan(min, max)).toBe(words);
  });

  it('format sizes and addresses as people write them', () => {
    expect([bytes(0), bytes(900_000), bytes(5_400_000), bytes(2 * 1024 ** 3)]).toEqual([
      '0 bytes',
      '879 kB',
      '5.1 MB',
      '2 GB',
    ]);
    expect(siteAddress('https://site.example/api/2.0')).toBe('site.example');
  });
});

describe('a link of a text', () => {
  it.each([
    ['https://site.example/Guide/Pump+Seal/12', '/guide/12'],
    ['/Guide/Pump/12/1', '/guide/12'],
    ['/Teardown/Pump/9', '/guide/9'],
    ['/Device/50%25_Wool_%2F_Felt', '/category/50%25%20Wool%20%2F%20Felt'],
    ['/Item/Multimeter', '/wiki/ITEM/Multimeter'],
    ['benchside://desk/Item/Hose_clip', '/wiki/ITEM/Hose%20clip'],
  ])('to %s opens here', (href, place) => {
    expect(inAppPath(href, ['https://site.example', 'benchside://desk'])).toBe(place);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//evil.example/Guide/x/1', ''])(
    'to "%s" leads nowhere',
    (href) => {
      expect([inAppPath(href, ['https://site.example', null]), safeUrl(href)]).toEqual([null, null]);
    },
  );

  it('to another place opens outside', () => {
    expect(inAppPath('https://encyclopedia.example/wiki/Multimeter', ['https://site.example'])).toBeNull();
    expect(originOf('benchside://desk/#/x')).toBe('benchside://desk');
    expect(safeUrl('mailto:a@b.example')).toBe('mailto:a@b.example');
  });
});

const at = (stepid: number): Place => {
  const place = readingPlace(sealGuide, stepid);
  if (!place) throw new Error(`no step ${stepid}`);
  return place;
};

const step = (media: unknown): Step => stepSchema.parse({ ...stepOf(1, 1, ''), media });

describe('reading', () => {
  it('groups the steps under their guides', () => {
    expect(
      stepGroups(sealGuide).map(({ title, own, steps }) => [title, own, steps.map((s) => s.position)]),
    ).toEqual([
      ['Opening the Pump', false, [1, 2]],
      ['Pump Seal Replacement', true, [3, 4, 5]],
    ]);
  });

  it('moves between steps, back to the overview and on to the end', () => {
    expect(targetOf(sealGuide, at(21), 'previous')).toEqual({ to: 'overview' });
    expect(targetOf(sealGuide, at(22), 'next')).toEqual({ to: 'step', stepid: 11 });
    expect(targetOf(sealGuide, at(22), 'last')).toEqual({ to: 'step', stepid: 13 });
    expect(targetOf(sealGuide, at(13), 'next')).toEqual({ to: 'finished' });
    expect(readingPlace(sealGuide, 99)).toBeNull();
  });

  it('takes a level swipe as a move and a short or steep one as none', () => {
    expect([moveOfSwipe(-120, 20), moveOfSwipe(120, 20), moveOfSwipe(30, 0), moveOfSwipe(100, 90)]).toEqual([
      'next',
      'previous',
      null,
      null,
    ]);
  });

  it('finds pictures, videos and empty media, whatever their data is', () => {
    expect(mediaOf(step({ type: 'image', data: [] }))).toEqual({ kind: 'images', images: [] });
    const video = {
      videoid: 1,
      image: { image: pictureOf('still') },
      encodings: [{ url: 'https://v.example/a.mp4' }],
    };
    expect(mediaOf(step({ type: 'video', data: video }))).toMatchObject({
      kind: 'video',
      url: 'https://v.example/a.mp4',
      poster: { guid: 'still' },
    });
    expect(mediaOf(step({ type: 'embed', data: { url: 'javascript:x' } }))).toMatchObject({ url: null });
  });
});

describe('zoom', () => {
  const box = { width: 800, height: 600 };
  const actions = fc.array(
    fc.oneof(
      fc.record({
        factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
        x: fc.integer({ min: -400, max: 400 }),
        y: fc.integer({ min: -300, max: 300 }),
      }),
      fc.record({ dx: fc.integer({ min: -900, max: 900 }), dy: fc.integer({ min: -900, max: 900 }) }),
    ),
  );

  it('keeps the picture over its box after any gesture', () => {
    fc.assert(
      fc.property(actions, (list) => {
        let zoom: Zoom = fitted;
        for (const action of list)
          zoom =
            'factor' in action
              ? zoomAt(zoom, action.factor, action, box)
              : panBy(zoom, action.dx, action.dy, box);
        expect(zoom.scale).toBeGreaterThanOrEqual(1);
        expect(zoom.scale).toBeLessThanOrEqual(maxScale);
        expect(Math.abs(zoom.x)).toBeLessThanOrEqual(((zoom.scale - 1) * box.width) / 2 + 1e-6);
        expect(Math.abs(zoom.y)).toBeLessThanOrEqual(((zoom.scale - 1) * box.height) / 2 + 1e-6);
      }),
    );
  });

  it('keeps the point under the finger in its place', () => {
    const point = { x: 100, y: -50 };
    const zoom = zoomAt(fitted, 3, point, box);
    expect([(point.x - zoom.x) / zoom.scale, (point.y - zoom.y) / zoom.scale]).toEqual([100, -50]);
  });
});

describe('a drawn marker', () => {
  const size = { width: 1200, height: 900 };
  const drag = (from: { x: number; y: number }, to: { x: number; y: number }) =>
    drawnMarker({ kind: 'circle', colour: 'red', from, to: from }, to, size);

  it('fills a circle from the corner where the drag began', () => {
    expect(drag({ x: 100, y: 100 }, { x: 300, y: 180 })).toMatchObject({
      from: { x: 200, y: 200 },
      to: { x: 300, y: 200 },
    });
    expect(drag({ x: 500, y: 500 }, { x: 480, y: 300 }).from).toEqual({ x: 400, y: 400 });
  });

  it('never extends a circle beyond the picture', () => {
    const place = fc.record({ x: fc.integer({ min: 0, max: 1200 }), y: fc.integer({ min: 0, max: 900 }) });
    fc.assert(
      fc.property(place, place, (from, to) => {
        const { from: centre, to: edge } = drag(from, to);
        const radius = edge.x - centre.x;
        for (const value of [centre.x - radius, centre.y - radius]) expect(value).toBeGreaterThanOrEqual(0);
        expect(centre.x + radius).toBeLessThanOrEqual(1200);
        expect(centre.y + radius).toBeLessThanOrEqual(900);
      }),
    );
  });
});

describe('assigned work', () => {
  it('waits for a bench under the name of the desk, and under that which an admin gave it', () => {
    const waits = waitsFor(7, 'vm', 'Bench 3');
    const at = (bench: string) => ({ assignee: null, bench, entryid: null });
    expect(['vm', ' bench 3', 'Bench 4', ''].map((bench) => waits(at(bench)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('the time for a guide', () => {
  it('is empty if nobody gave a time', () => {
    const guide = { time_required: noEstimate, time_required_min: 0, time_required_max: 0 };
    expect(timeWords(guide)).toBe('');
    expect(timeWords({ ...guide, time_required: 'an afternoon' })).toBe('an afternoon');
  });
});

describe('sync in words', () => {
  it('has words for every phase and every problem', () => {
    for (const phase of syncPhase.options) expect(syncWords(statusWith({ phase }), now).words).not.toBe('');
    const problem = { kind: 'offline', message: 'Not reachable.', advice: 'Wait.' } as const;
    expect(syncWords(statusWith({ phase: 'waiting', problem }), now)).toMatchObject({
      words: 'Offline',
      tone: 'attention',
    });
  });

  it('includes the number of waiting changes, also offline', () => {
    const journal = { accepted: 3, pending: 1, sending: 1, done: 1, parked: 0, discarded: 0 };
    const problem = { kind: 'offline', message: 'Not reachable.', advice: 'Wait.' } as const;
    for (const phase of ['waiting', 'idle'] as const)
      expect(syncWords(statusWith({ phase, problem, journal }), now).words).toBe('Offline · 2 to send');
  });

  it('never calls unsent changes up to date', () => {
    const journal = { accepted: 3, pending: 2, sending: 1, done: 0, parked: 0, discarded: 0 };
    expect(syncWords(statusWith({ journal }), now).words).toBe('3 to send');
    expect(syncWords(statusWith({}), now).words).toBe('Up to date, 2 minutes ago');
  });

  it('estimates the time left from the pace of the last minute', () => {
    let samples = addSample([], { at: 0, done: 0 });
    expect(secondsLeft(samples, 100)).toBeNull();
    samples = addSample(samples, { at: 9, done: 18 });
    expect(secondsLeft(samples, 100)).toBeNull();
    samples = addSample(samples, { at: 10, done: 20 });
    expect(secondsLeft(samples, 100)).toBe(40);
    expect(secondsLeft(samples, null)).toBeNull();
    expect(addSample(samples, { at: 11, done: 3 })).toEqual([{ at: 11, done: 3 }]);
  });
});

describe('lists', () => {
  it('filters and sorts guides', () => {
    const guides = [
      summaryOf(1, 'Pump 10', { difficulty: null }),
      summaryOf(2, 'Pump 2', { difficulty: 'Difficult' }),
      summaryOf(3, 'Valve', { type: 'teardown', difficulty: 'Easy', modified_date: now }),
    ];
    const ids = (change: Partial<typeof noFilter>): number[] =>
      filterGuides(guides, { ...noFilter, ...change }).map(({ guideid }) => guideid);
    expect(ids({})).toEqual([2, 1, 3]);
    expect(ids({ sort: 'easiest' })).toEqual([3, 2, 1]);
    expect(ids({ sort: 'newest' })[0]).toBe(3);
    expect(ids({ type: 'teardown' })).toEqual([3]);
    expect(ids({ difficulty: 'Difficult' })).toEqual([2]);
  });

  it('gives equal names different keys', () => {
    expect(keyed(['a', 'b', 'a'], (name) => name).map(({ key }) => key)).toEqual(['a 0', 'b 0', 'a 1']);
  });

  it('tries the wanted size of a picture, and at another server larger, then smaller ones, then the original', () => {
    const page = 'https://hub.example/#/';
    expect(imageUrls(pictureOf('x'), 'standard', page)).toEqual(['/pictures/x.standard.svg']);
    const elsewhere = { ...pictureOf('x') };
    for (const size of ['thumbnail', 'standard', 'huge', 'original'] as const)
      elsewhere[size] = `https://pictures.example/x.${size}`;
    expect(imageUrls(elsewhere, 'standard', page)).toEqual([
      'https://pictures.example/x.standard',
      'https://pictures.example/x.huge',
      'https://pictures.example/x.thumbnail',
      'https://pictures.example/x.original',
    ]);
  });
});
