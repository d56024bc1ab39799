import { describe, expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import {
  bench,
  counts,
  edit,
  expectSame,
  freshGuide,
  guideHere,
  line,
  loseAnswers,
  newGuide,
  once,
  parkedOf,
  upload,
  values,
} from '../helpers/plain-bench.ts';
import { plainPair, untilSent } from '../helpers/plain-pair.ts';
import type { PlainPair, PlainPerson } from '../helpers/plain-pair.ts';
import { photo } from '../media/pictures.ts';
import type { Picture } from '../plain-site/data.ts';
import { addPicture } from '../plain-site/media.ts';

const guidesNamed = ({ site }: PlainPair, title: string): number =>
  values(site.data.guides).filter(({ fields }) => fields.title === title).length;

const picturesOf = ({ site }: PlainPair, { userid }: PlainPerson): Picture[] =>
  values(site.data.pictures).filter((picture) => picture.userid === userid && !picture.removed);

/** Returns a person's data as the site stores it. */
async function photoOf({ userid }: PlainPerson): Promise<Parameters<typeof addPicture>[1]> {
  const bytes = await (await photo(900, 600)).png().toBuffer();
  return { userid, srcid: null, width: 900, height: 600, ratio: 'VARIABLE', mime: 'image/png', bytes };
}

describe('people on a third-party site', () => {
  it('[J8.1] a token that ends in the middle blocks its owner and nobody else, and the others still read', async () => {
    await using at = await bench();
    for (const title of ['One', 'Two', 'Three']) await newGuide(at, title);
    await edit(at, `PATCH /guides/${at.guideid}`, at.ben, { title: 'By Ben' });
    await at.there(`POST /comments/guide/${at.guideid}`, at.ben.token, { text: 'From elsewhere' });
    let sent = 0;
    at.net.intercept = (request) => {
      if (request.startsWith('POST /guides') && (sent += 1) === 2) at.site.data.tokens.delete(at.ann.token);
      return undefined;
    };
    expect((await at.round()).round.outcome).toBe('clean');
    expect(at.refused).toEqual([at.ann.userid]);
    expect(counts(at)).toMatchObject({ done: 2, pending: 2, sending: 0 });
    expect(at.site.data.guides.get(at.guideid)?.fields.title).toBe('By Ben');
    expect(await guideHere(at, at.guideid, at.ben)).toMatchObject({
      comments: [{ text_raw: 'From elsewhere' }],
    });
    at.ann = await at.signIn('ann');
    at.refused.length = 0;
    await untilSent(at);
    expect(['One', 'Two', 'Three'].map((title) => guidesNamed(at, title))).toEqual([1, 1, 1]);
    await expectSame(at);
  });

  it('[P7] badges of the people of a desk come from the site, and go when it takes them back', async () => {
    await using at = await bench();
    const ann = at.site.data.people.get(at.ann.userid);
    const badge = { badgeid: 7, name: 'First guide', type: 'silver', category: 'Guides' };
    ann?.badges.push({ earned: true, times_earned: 2, date: 1_700_000_000, badge }, { badge: null });
    await at.round();
    const shown = (): Promise<{ badge: object }[]> => at.here('GET /user/badges', at.ann.token);
    expect(await shown()).toMatchObject([{ earned: true, times_earned: 2, badge }]);
    expect(await at.here('GET /user', at.ann.token)).toMatchObject({
      badge_counts: { bronze: 0, silver: 2, gold: 0, total: 2 },
    });
    ann?.badges.splice(0);
    await at.round();
    expect(await shown()).toEqual([]);
  });

  it('[J11.1 J8.1] an edit that arrived is found, also if others read it before its author signs in again', async () => {
    await using at = await bench();
    const { guideid } = await newGuide(at, 'Seen by Ben');
    await at.here(`POST /comments/guide/${at.guideid}`, at.ann.token, { text: 'Seen by Ben, too' });
    loseAnswers(at, 'POST /guides');
    expect((await at.round()).round.outcome).toBe('unreachable');
    at.site.data.tokens.delete(at.ann.token);
    await at.round();
    await at.round();
    expect(at.refused).toEqual([at.ann.userid]);
    expect(counts(at)).toMatchObject({ sending: 1, pending: 1 });
    at.ann = await at.signIn('ann');
    at.refused.length = 0;
    await untilSent(at);
    expect(guidesNamed(at, 'Seen by Ben')).toBe(1);
    expect((await guideHere(at, guideid, at.ann)).guideid).toBeGreaterThan(0);
    await expectSame(at);
  });

  it('[J11.4] edits of a page that arrived without an answer stay visible while its author cannot sign in', async () => {
    await using at = await bench();
    const page = { namespace: 'WIKI', title: 'Seen by Ben', contents: 'First.\n\nSecond.' };
    const made = await at.here<Wiki>('POST /wikis', at.ann.token, page);
    const path = `/wikis/WIKI/${encodeURIComponent(page.title)}`;
    const contents = `${page.contents}\n\nBy Ben.`;
    await at.here(`PATCH ${path}?revisionid=${made.revisionid}`, at.ben.token, { contents });
    loseAnswers(at, 'POST /wikis');
    expect((await at.round()).round.outcome).toBe('unreachable');
    at.site.data.tokens.delete(at.ann.token);
    await at.round();
    expect(at.refused).toEqual([at.ann.userid]);
    const read = (): Promise<Wiki> => at.desk.json<Wiki>(`GET ${path}`, { token: at.ben.token });
    expect(await read()).toMatchObject({ contents_raw: contents });
    await untilSent(at);
    expect(await read()).toMatchObject({ contents_raw: contents });
    expect(await at.there<Wiki>(`GET ${path}`)).toMatchObject({ contents_raw: contents });
  });

  it("[J2.1] a number in a person's text is no id; a picture in a text is", async () => {
    await using at = await bench();
    const workorderid = 'WO-1795307976708';
    await at.here('POST /work_log', at.ann.token, { guideid: at.guideid, workorderid });
    const { image } = await upload(at, 900);
    expect(image.id).toBeLessThan(0);
    const page = { namespace: 'WIKI', title: 'Pictured' };
    const contents = (id: number): string => `Call 2026-1000000001.\n\n[image|${id}|size=large]`;
    await at.here('POST /wikis', at.ann.token, { ...page, contents: contents(image.id) });
    await untilSent(at);
    expect(await parkedOf(at)).toEqual([]);
    expect(values(at.site.data.runs)).toMatchObject([{ workorderid }]);
    const [picture] = picturesOf(at, at.ann);
    const wiki = await at.there<Wiki>('GET /wikis/WIKI/Pictured');
    expect(wiki.contents_raw).toBe(contents(picture?.imageid ?? 0));
  });

  it('[J11.2] the same thing created twice is there twice', async () => {
    await using at = await bench();
    for (let n = 0; n < 2; n += 1) {
      await newGuide(at, 'Twin');
      await at.here(`POST /comments/guide/${at.guideid}`, at.ann.token, { text: 'Worn again, as always' });
      await at.here('POST /work_log', at.ann.token, { guideid: at.guideid, workorderid: 'WO-1' });
    }
    loseAnswers(at, 'POST ', 20);
    await untilSent(at);
    expect(guidesNamed(at, 'Twin')).toBe(2);
    expect([at.site.data.comments.size, at.site.data.runs.size]).toEqual([2, 2]);
    await expectSame(at);
  });

  it('[P9.2] lose pictures in their media managers that are no longer listed, and keep those in use', async () => {
    await using at = await bench();
    const given = await photoOf(at.ben);
    const listed = async (): Promise<number[]> => {
      const { token } = at.ben;
      const items = await at.desk.json<{ image: { id: number } }[]>('GET /user/media/images', { token });
      return items.map(({ image }) => image.id);
    };
    const add = (): Picture => addPicture(at.site.data, given);
    const [shown, unused, kept] = [add(), add(), add()];
    const { revisionid } = await at.there<Guide>(`GET /guides/${at.guideid}`);
    await at.there(`PATCH /guides/${at.guideid}?revisionid=${revisionid}`, at.ben.token, {
      image: shown.imageid,
    });
    await at.round();
    const ids = [shown, unused, kept].map(({ imageid }) => imageid);
    expect(await listed()).toEqual(ids.toReversed());
    await at.there(`DELETE /user/media/images/${shown.imageid},${unused.imageid}`, at.ben.token);
    await at.round();
    expect(await listed()).toEqual([kept.imageid]);
    expect((await guideHere(at, at.guideid, at.ann)).image).toMatchObject({ id: shown.imageid });
    await expectSame(at);
  });
});

describe('edits of documents that others edit on a third-party site', () => {
  it('[J5.1 J11.1] are merged, also if the answer was lost', async () => {
    await using at = await bench();
    const { guideid, stepid, there, ben } = at;
    await edit(at, `PATCH /guides/${guideid}`, at.ann, {
      title: 'Mine',
      introduction: 'First, mine.\n\nSecond.',
      parts: [{ name: ' My ring ' }],
    });
    const [step] = (await guideHere(at, guideid, at.ann)).steps;
    await edit(at, `PATCH /guides/${guideid}/steps/${stepid}`, at.ann, {
      lines: [line('Open it', step?.lines[0]?.lineid), line('Mine')],
    });
    await edit(at, 'PATCH /wikis/CATEGORY/Pump', at.ann, { contents: 'Wet, mine.\n\nAnd cold.' });
    const revision = async (route: string): Promise<number> =>
      (await there<{ revisionid: number }>(`GET ${route}`)).revisionid;
    const parts = [{ name: 'Their ring' }];
    const theirs = { summary: 'Theirs', introduction: 'First.\n\nSecond, theirs.', parts };
    await there(
      `PATCH /guides/${guideid}?revisionid=${await revision(`/guides/${guideid}`)}`,
      ben.token,
      theirs,
    );
    const steps = (await there<Guide>(`GET /guides/${guideid}`)).steps;
    await there(`PATCH /guides/${guideid}/steps/${stepid}?revisionid=${steps[0]?.revisionid}`, ben.token, {
      title: 'Theirs',
    });
    const page = { contents: 'Wet.\n\nAnd cold, theirs.' };
    await there(
      `PATCH /wikis/CATEGORY/Pump?revisionid=${await revision('/wikis/CATEGORY/Pump')}`,
      ben.token,
      page,
    );
    once(at, { kind: 'lose-answer' });
    await untilSent(at);
    expect(await parkedOf(at)).toEqual([]);
    expect(await there(`GET /guides/${guideid}`)).toMatchObject({
      title: 'Mine',
      summary: 'Theirs',
      introduction_raw: 'First, mine.\n\nSecond, theirs.',
      parts: [{ text: 'My ring' }, { text: 'Their ring' }],
      steps: [{ title: 'Theirs', lines: [{ text_raw: 'Open it' }, { text_raw: 'Mine' }] }, {}],
    });
    expect(await there('GET /wikis/CATEGORY/Pump')).toMatchObject({
      contents_raw: 'Wet, mine.\n\nAnd cold, theirs.',
    });
    await expectSame(at);
  });

  it('[J7.1 J7.4] are parked if both changed the same field, or if the document was deleted', async () => {
    await using at = await bench();
    const gone = await freshGuide(at, 'Gone');
    await edit(at, `PATCH /guides/${at.guideid}`, at.ann, { title: 'Mine' });
    await edit(at, `PATCH /guides/${gone.guideid}`, at.ann, { title: 'Mine too' });
    const there = await at.there<Guide>(`GET /guides/${at.guideid}`);
    await at.there(`PATCH /guides/${at.guideid}?revisionid=${there.revisionid}`, at.ben.token, {
      title: 'Theirs',
    });
    await at.there(`DELETE /guides/${gone.guideid}?revisionid=${gone.revisionid}`, at.ben.token);
    await untilSent(at);
    await at.round({ byHand: true });
    expect((await parkedOf(at)).map(({ cause }) => cause)).toMatchObject([
      { kind: 'conflict', conflicts: [{ field: 'document', theirs: null }] },
      {
        kind: 'conflict',
        conflicts: [{ field: 'title', base: 'Mend the pump', mine: 'Mine', theirs: 'Theirs' }],
      },
    ]);
    expect(await guideHere(at, gone.guideid, at.ann)).toMatchObject({ title: 'Mine too' });
    for (const { entryid, params } of await parkedOf(at)) {
      const decision = params['guideid'] === String(gone.guideid) ? 'discard' : 'decide';
      await at.here(`POST /benchside/journal/${entryid}/${decision}`, at.ann.token, { take: 'mine' });
    }
    await untilSent(at);
    expect(at.site.data.guides.get(at.guideid)?.fields.title).toBe('Mine');
    await expectSame(at);
  });

  it('[J9.1 J3.1] are parked if the site cannot carry them out, with its message, and the others continue', async () => {
    await using at = await bench();
    await at.desk.json('POST /user/media/documents?file=a.txt', {
      token: at.ann.token,
      body: 'Torque: 12 Nm',
    });
    const admin = at.site.addPerson('root', { privileges: ['User', 'Admin'] });
    expect(admin.userid).toBeGreaterThan(0);
    at.ann = await at.signIn('root');
    await at.here('POST /benchside/teams', at.ann.token, { name: 'Night shift' });
    await edit(at, `PATCH /guides/${at.guideid}`, at.ben, { title: 'Goes through' });
    await at.round({ people: [at.ann, at.ben, await at.signIn('ann')] });
    const { entries } = await at.here<{ entries: JournalItem[] }>(
      'GET /benchside/journal?state=parked',
      at.ann.token,
    );
    expect(entries.map(({ cause }) => cause?.message)).toEqual([
      'This site knows only API 2.0, which cannot do this.',
      'The hub answered 404.',
    ]);
    expect(at.site.data.guides.get(at.guideid)?.fields.title).toBe('Goes through');
  });
});

describe('faults of a third-party site', () => {
  it('[J12] that concern one edit block only that edit, and pass', async () => {
    await using at = await bench();
    await newGuide(at, 'Poison');
    await edit(at, `PATCH /guides/${at.guideid}`, at.ben, { title: 'Goes through' });
    at.net.intercept = (request) =>
      request.startsWith('POST /guides') ? { kind: 'status', status: 500 } : undefined;
    for (let rounds = 0; rounds < 7; rounds += 1) await at.round();
    expect(at.site.data.guides.get(at.guideid)?.fields.title).toBe('Goes through');
    expect(counts(at)).toMatchObject({ sending: 1, done: 1 });
    at.net.intercept = undefined;
    await untilSent(at);
    expect(guidesNamed(at, 'Poison')).toBe(1);
    await expectSame(at);
  });

  it('[P1 P2] such as short pages in the middle of lists do not end reading', async () => {
    await using at = await plainPair();
    for (let n = 1; n <= 420; n += 1)
      await at.there('POST /guides', at.ann.token, {
        category: 'Pump',
        type: 'repair',
        title: `Guide ${n}`,
        public: n % 3 > 0,
      });
    await at.round({ people: [] });
    expect(at.desk.ctx.store.read(null, (s) => s.guides.countAll())).toBe(280);
  });
});

describe('an unknown outcome', () => {
  it('[J11.3] is shown to a person: a picture that the site converts', async () => {
    await using at = await bench();
    await upload(at, 640);
    loseAnswers(at, 'POST /user/media/images');
    await at.round();
    const [there] = picturesOf(at, at.ann);
    if (there) there.bytes = Buffer.concat([there.bytes, Buffer.from('stored anew')]);
    await at.round();
    const [parked] = await parkedOf(at);
    expect(parked?.cause).toMatchObject({
      kind: 'unknown-outcome',
      message: expect.stringMatching(/picture of the same size/),
    });
    expect(picturesOf(at, at.ann)).toHaveLength(1);
    await at.here(`POST /benchside/journal/${parked?.entryid}/retry`, at.ann.token);
    await untilSent(at);
    expect(picturesOf(at, at.ann)).toHaveLength(2);
  });

  it('[J11.3] is shown to a person: a guide that another person has changed since', async () => {
    await using at = await bench();
    await newGuide(at, 'Changed since', { summary: 'By me' });
    loseAnswers(at, 'POST /guides');
    await at.round();
    const made = values(at.site.data.guides).find(({ fields }) => fields.title === 'Changed since');
    if (made) made.fields.summary = 'By somebody else';
    await at.round();
    expect((await parkedOf(at))[0]?.cause).toMatchObject({ kind: 'unknown-outcome' });
    expect(guidesNamed(at, 'Changed since')).toBe(1);
  });

  it('[J11.2] is found out by the bytes of cropped pictures and copies', async () => {
    await using at = await bench();
    const { image } = await upload(at, 900, '&cropToRatio=ONE_ONE');
    await at.here(`POST /user/media/images/${image.id}`, at.ann.token);
    loseAnswers(at, 'POST /user/media/images', 2);
    await untilSent(at);
    expect(picturesOf(at, at.ann).map(({ ratio, srcid }) => [ratio, srcid])).toEqual([
      ['ONE_ONE', 1],
      ['ONE_ONE', 2],
    ]);
  });
});

describe('a site with delayed reads', () => {
  it('[J6.1] is believed only when it shows the edit', async () => {
    await using at = await bench();
    at.site.knobs.lag = 400;
    await at.desk.call(`PUT /user/favorites/guides/${at.guideid}`, { token: at.ann.token });
    await at.here(`PUT /guides/${at.guideid}/tag`, at.ann.token, { tag: 'wet' });
    await at.round();
    expect(counts(at)).toMatchObject({ sending: 2, done: 0 });
    expect(await at.here(`GET /guides/${at.guideid}/tags`, at.ann.token)).toEqual(['wet']);
    at.site.knobs.lag = 0;
    at.site.data.requests += 400;
    await untilSent(at);
    expect(counts(at)).toMatchObject({ done: 2, parked: 0 });
    await expectSame(at);
  });

  it('[J5.9] may refuse an edit because of a version that it does not show yet: the edit waits', async () => {
    await using at = await bench();
    at.site.knobs.lag = 400;
    const { revisionid } = await at.there<Guide>(`GET /guides/${at.guideid}`);
    await edit(at, `PATCH /guides/${at.guideid}`, at.ann, { summary: 'Mine' });
    await at.there(`PATCH /guides/${at.guideid}?revisionid=${revisionid}`, at.ben.token, { title: 'Theirs' });
    await at.round();
    expect(counts(at)).toMatchObject({ sending: 1, parked: 0 });
    at.site.knobs.lag = 0;
    at.site.data.requests += 400;
    await untilSent(at);
    expect(at.site.data.guides.get(at.guideid)?.fields).toMatchObject({ summary: 'Mine', title: 'Theirs' });
    await expectSame(at);
  });

  it('[J5.9] parks an edit in the end that it refuses again and again because of its version', async () => {
    await using at = await bench();
    await edit(at, `PATCH /guides/${at.guideid}`, at.ann, { summary: 'Mine' });
    const body = JSON.stringify(await at.there<Guide>(`GET /guides/${at.guideid}`));
    at.net.intercept = (request) =>
      request.startsWith('PATCH ') ? { kind: 'status', status: 409, body } : undefined;
    for (let rounds = 0; rounds < 6; rounds += 1) await at.round();
    expect((await parkedOf(at))[0]?.cause).toMatchObject({ kind: 'refused' });
  });

  it('[J5.9] [seed 28] parks an edit of a category at once if it names no version of the newer one', async () => {
    await using at = await bench();
    const page = '/wikis/CATEGORY/Pump';
    const { revisionid } = await at.there<Wiki>(`GET ${page}`);
    await edit(at, `PATCH ${page}`, at.ann, { contents: 'Mine' });
    await at.there(`PATCH ${page}?revisionid=${revisionid}`, at.ben.token, { description: 'Theirs' });
    at.site.knobs.nullRevisions = true;
    await at.round();
    expect((await parkedOf(at))[0]?.cause).toMatchObject({ kind: 'refused' });
  });

  it('[M1 M2.1] has all its pictures here in all sizes, though it made them late', async () => {
    await using at = await bench({ variantsAfter: 100 });
    const { imageid, guid } = addPicture(at.site.data, await photoOf(at.ben));
    const step = at.site.data.guides.get(at.guideid)?.steps[0];
    if (step) step.media = { type: 'image', data: [imageid] };
    const { revisionid } = await at.there<Guide>(`GET /guides/${at.guideid}`);
    await at.there(`PATCH /guides/${at.guideid}?revisionid=${revisionid}`, at.ben.token, {
      summary: 'With a picture',
    });
    await at.round();
    expect((await at.desk.call(`GET /igi/${guid}.medium`)).status).toBe(200);
    at.site.data.requests += 100;
    await at.round();
    const media = (await guideHere(at, at.guideid, at.ann)).steps[0]?.media.data as { medium?: string }[];
    expect(media[0]?.medium).toMatch(/\.medium$/);
  });
});
