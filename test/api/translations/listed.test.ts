import { expect, test } from 'vitest';

import type { Home, SearchResults } from '../../../shared/model/benchside.ts';
import type { Guide, GuideSummary } from '../../../shared/model/guide.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';

/** Translates title, summary and one step of a guide. @returns the translated guide */
async function translate(core: TestCore, token: string, guideid: number): Promise<Guide> {
  const guide = await core.json<Guide>(`POST /guides/${guideid}/steps`, {
    token,
    json: { orderby: 1, lines: [{ text: 'Unscrew the lid.', bullet: 'black', level: 0 }] },
  });
  const translated = await core.json<Guide>(
    `PATCH /guides/${guideid}?revisionid=${guide.revisionid}&langid=de`,
    { token, json: { title: 'Spindellager tauschen', summary: 'Kurz gesagt.' } },
  );
  const [step] = translated.steps;
  await core.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}&langid=de`, {
    token,
    json: {
      lines: step?.lines.map(({ lineid, bullet, level }) => ({
        text: 'Den Deckel abschrauben.',
        lineid,
        bullet,
        level,
      })),
    },
  });
  return core.json(`GET /guides/${guideid}?langid=de`, { token });
}

const found = async (core: TestCore, words: string, query = ''): Promise<string[]> => {
  const { hits } = await core.json<SearchResults>(
    `GET /benchside/search?q=${encodeURIComponent(words)}&${query}`,
  );
  return hits.map(({ title, snippet }) => `${title} | ${snippet}`.replaceAll(/[\uE000\uE001]/g, '*'));
};

test('lists show a guide in the language that is asked for, where it is translated', async () => {
  await using both = await pair();
  const { hub, admin: token } = both;
  const guideid = await addGuide(hub, token, { title: 'Replace the spindle bearing', category: 'Lathe' });
  const other = await addGuide(hub, token, { title: 'Clean the bed', category: 'Lathe' });
  const guide = await translate(hub, token, guideid);
  await hub.json(`PUT /user/favorites/guides/${guideid}`, { token, expect: 204 });
  const listed = async (path: string, query: string): Promise<GuideSummary[]> => {
    const answer = await hub.json<
      | GuideSummary[]
      | { guide: GuideSummary }[]
      | { guides: GuideSummary[] }
      | { results: GuideSummary[] }
      | Pick<Home, 'newest'>
    >(`GET ${path}${query}`, { token });
    if (Array.isArray(answer)) return answer.map((one) => ('guide' in one ? one.guide : one));
    return 'guides' in answer ? answer.guides : 'results' in answer ? answer.results : answer.newest;
  };
  for (const path of [
    '/guides?',
    '/benchside/home?',
    '/benchside/category/Lathe?',
    '/categories/Lathe?',
    '/user/favorites/guides?',
    '/search/spindle?',
    '/suggest/spind?',
  ]) {
    const summaryIn = async (query: string): Promise<GuideSummary | undefined> =>
      (await listed(path, query)).find((one) => one.guideid === guideid);
    expect([path, await summaryIn('')]).toMatchObject([
      path,
      { title: 'Replace the spindle bearing', summary: '', langid: 'en' },
    ]);
    expect([path, await summaryIn('langid=fr')]).toEqual([path, await summaryIn('')]);
    expect([path, await summaryIn('langid=de')]).toMatchObject([
      path,
      {
        title: 'Spindellager tauschen',
        summary: 'Kurz gesagt.',
        langid: 'de',
        locale: 'de',
        revisionid: guide.revisionid,
        modified_date: guide.modified_date,
      },
    ]);
  }
  const [, untranslated] = await listed('/guides?', 'langid=de');
  expect(untranslated).toMatchObject({ guideid: other, title: 'Clean the bed', langid: 'en' });
  await hub.json(`GET /guides?langid=${'d'.repeat(100)}`, { expect: 422 });
});

test('a guide is found by the words of its translations, at the hub and at a desk', async () => {
  await using both = await pair();
  const { hub, desk, admin } = both;
  const ann = await deskPerson(both, 'ann', 'author');
  const { token } = ann;
  const guideid = await addGuide(hub, token, { title: 'Replace the spindle bearing' });
  await addGuide(hub, token, { title: 'Spindellager ölen' });
  await both.round({ people: [ann] });
  await translate(hub, token, guideid);
  await both.round({ people: [ann] });
  for (const core of [hub, desk]) {
    expect(await found(core, 'spindellager tauschen', 'langid=de')).toEqual([
      '*Spindellager* *tauschen* | Kurz gesagt.',
    ]);
    expect(await found(core, 'spindellager')).toHaveLength(2);
    // The words of the original find it, too.
    expect(await found(core, 'spindle bearing', 'langid=de')).toEqual([
      'Spindellager tauschen | Kurz gesagt.',
    ]);
    expect(await found(core, 'Deckel', 'langid=de')).toEqual([
      'Spindellager tauschen | Den *Deckel* abschrauben.',
    ]);
    // A reader of another language sees the guide in its own.
    expect(await found(core, 'Deckel')).toEqual(['Replace the spindle bearing | Unscrew the lid.']);
    // A letter wrong.
    expect(await found(core, 'Spindelager tauschen', 'langid=de')).toHaveLength(1);
  }

  // The source is changed, and is still found by its translation.
  const { revisionid } = await hub.json<Guide>(`GET /guides/${guideid}`, { token });
  await hub.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { summary: 'New.' } });
  await both.round({ people: [ann] });
  for (const core of [hub, desk]) expect(await found(core, 'Deckel')).toHaveLength(1);

  // Without the translation no longer.
  const translated = await hub.json<Guide>(`GET /guides/${guideid}?langid=de`, { token });
  await hub.json(`DELETE /guides/${guideid}?revisionid=${translated.revisionid}&langid=de`, {
    token: admin,
    expect: 204,
  });
  await both.round({ people: [ann] });
  for (const core of [hub, desk]) {
    expect(await found(core, 'Deckel')).toEqual([]);
    expect(await found(core, 'spindle bearing', 'langid=de')).toEqual([
      'Replace the *spindle* *bearing* | New.',
    ]);
  }
});

test('the words of a translation find no guide that a person may not see, nor a deleted one', async () => {
  await using both = await pair();
  const { hub, admin: token } = both;
  const hidden = await addGuide(hub, token, { title: 'Replace the spindle bearing', public: false });
  await translate(hub, token, hidden);
  expect(await found(hub, 'Deckel', 'langid=de')).toEqual([]);
  const deleted = await addGuide(hub, token, { title: 'Replace the spindle bearing' });
  await translate(hub, token, deleted);
  expect(await found(hub, 'Deckel', 'langid=de')).toHaveLength(1);
  const { revisionid } = await hub.json<Guide>(`GET /guides/${deleted}`, { token });
  await hub.json(`DELETE /guides/${deleted}?revisionid=${revisionid}`, { token, expect: 204 });
  const translated = await hub.call(`GET /guides/${deleted}?langid=de`, { token });
  expect(translated.status).toBe(404);
  expect(await found(hub, 'Deckel', 'langid=de')).toEqual([]);
});

test('jobs, assigned work and notifications name a guide in the language that is asked for', async () => {
  await using both = await pair();
  const { hub, admin } = both;
  const ann = await deskPerson(both, 'ann', 'author');
  const guideid = await addGuide(hub, ann.token, { title: 'Replace the spindle bearing' });
  await translate(hub, ann.token, guideid);
  const { token } = ann;
  await hub.json('POST /work_log', { token, json: { guideid, workorderid: 'WO 1' } });
  await hub.json('POST /benchside/assignments', {
    token: admin,
    json: { guideid, workorderid: 'WO 2', userid: ann.userid },
  });
  const titles = async (query: string): Promise<unknown[]> => {
    const [jobs, assignments, notifications] = await Promise.all([
      hub.json<{ results: { benchside: { title: string; begun_title: string } }[] }>(
        `GET /work_log${query}`,
        { token },
      ),
      hub.json<{ results: { title: string }[] }>(`GET /benchside/assignments${query}`, { token }),
      hub.json<{ results: { guide: { title: string } | null }[] }>(`GET /benchside/notifications${query}`, {
        token,
      }),
    ]);
    return [
      ...jobs.results.map(({ benchside: { title, begun_title } }) => [title, begun_title]),
      ...assignments.results.map(({ title }) => title),
      ...notifications.results.map(({ guide }) => guide?.title),
    ];
  };
  const [own, german] = ['Replace the spindle bearing', 'Spindellager tauschen'];
  expect(await titles('')).toEqual([[own, own], own, own]);
  expect(await titles('?langid=de')).toEqual([[german, own], german, german]);
});
