import { expect, test } from 'vitest';

import { packGuide, unpackGuide } from '../../app/store/guides/document.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import { packWiki, unpackWiki } from '../../app/store/wikis/document.ts';
import type { MediaImage } from '../../shared/model/image.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, addPerson } from '../helpers/people.ts';
import { photo } from '../media/pictures.ts';

/** Stores the HTML of every text as versions before the policy did: with every picture that was named. */
const renderAsBefore = (core: TestCore): void =>
  core.ctx.store.transact(null, (s) => {
    const rowsOf = (table: string) =>
      s.db.all(sql<{ number: number; body: Buffer }>`SELECT rowid AS number, body FROM ${sql.table(table)}`);
    const put = (table: string, number: number, body: Buffer) =>
      s.db.run(sql`UPDATE ${sql.table(table)} SET body = ${body} WHERE rowid = ${number}`);
    for (const table of ['guide_doc', 'guide_revision']) {
      for (const { number, body } of rowsOf(table)) {
        const document = unpackGuide(body);
        document.body.introduction_rendered = s.wikis.render(document.body.introduction_raw);
        for (const line of document.steps.flatMap((step) => step.lines))
          line.text_rendered = s.wikis.renderLine(line.text_raw);
        put(table, number, packGuide(document));
      }
    }
    for (const table of ['wiki_doc', 'wiki_revision']) {
      for (const { number, body } of rowsOf(table)) {
        const page = unpackWiki(body);
        page.contents_rendered = s.wikis.render(page.contents_raw);
        put(table, number, packWiki(page));
      }
    }
    for (const { userid, about_raw } of s.db.all(sql<
      StoredRow<'account', 'userid' | 'about_raw'>
    >`SELECT userid,
         about_raw
       FROM account WHERE about_raw <> ''`))
      s.db.run(
        sql`UPDATE account SET about_rendered = ${s.wikis.render(about_raw)} WHERE userid = ${userid}`,
      );
    for (const { commentid, text_raw } of s.db.all(sql<
      StoredRow<'comment', 'commentid' | 'text_raw'>
    >`SELECT commentid,
         text_raw
       FROM comment`))
      s.db.run(sql`UPDATE comment SET text_rendered = ${s.wikis.render(text_raw)}
         WHERE commentid = ${commentid}`);
    s.db.run(sql`DELETE FROM meta WHERE key = 'shown-pictures'`);
  });

test('[security 3] stored HTML of earlier versions loses the pictures that its authors may not show', async () => {
  using folder = temporaryFolder();
  const open = (): TestCore => testCore({ dataDir: folder.path });
  let core = open();
  const ann = await addPerson(core, 'ann', { role: 'author' });
  const mallory = await addPerson(core, 'mallory', { role: 'author' });
  const jpeg = new Uint8Array(await (await photo(80, 60)).jpeg().toBuffer());
  const upload = async (token: string): Promise<MediaImage['image']> =>
    (await core.json<MediaImage>('POST /user/media/images?file=a.jpg', { token, body: jpeg })).image;
  const [secret, shown] = [await upload(ann.token), await upload(ann.token)];
  const own = await upload(mallory.token);
  await addGuide(core, ann.token, { image: shown.id });
  const text = [secret, shown, own].map(({ id }) => `[image|${id}]`).join(' ');

  const guide = await addGuide(core, mallory.token, { introduction: text });
  const stepOf = `PATCH /guides/${guide.guideid}/steps/${guide.stepid}`;
  const { steps } = await core.json<{ steps: { revisionid: number }[] }>(`GET /guides/${guide.guideid}`);
  await core.json(`${stepOf}?revisionid=${steps[0]?.revisionid}`, {
    token: mallory.token,
    json: { lines: [{ text: `See ${text}`, bullet: 'black', level: 0 }] },
  });
  await core.json('POST /wikis', {
    token: mallory.token,
    json: { namespace: 'WIKI', title: 'Mine', contents: text },
  });
  await core.json(`PATCH /users/${mallory.userid}`, { token: mallory.token, json: { about: text } });
  await core.json(`POST /comments/guide/${guide.guideid}`, { token: mallory.token, json: { text } });
  // A text by two people keeps pictures that either of them may show.
  const both = await addGuide(core, ann.token, { introduction: `[image|${secret.id}]` });
  renderAsBefore(core);
  const { sequence } = core.ctx.store.read(null, (s) => s.feed);
  const answers = (): Promise<string[]> =>
    Promise.all(
      [
        `GET /guides/${guide.guideid}`,
        'GET /wikis/WIKI/Mine',
        `GET /users/${mallory.userid}`,
        `GET /comments?context=guide&contextid=${guide.guideid}`,
      ].map(async (route) => JSON.stringify(await core.json(route))),
    );
  for (const answer of await answers()) expect(answer).toContain(secret.guid);
  const revisions = await core.json<{ revisionid: number }[]>(
    `GET /benchside/guides/${guide.guideid}/revisions`,
    { token: mallory.token },
  );
  await core.close();

  core = open();
  const [ofGuide = '', ofWiki = '', ofUser = '', ofComments = ''] = await answers();
  for (const answer of [ofGuide, ofWiki, ofUser, ofComments]) expect(answer).not.toContain(secret.guid);
  for (const answer of [ofGuide, ofWiki, ofUser]) {
    expect(answer).toContain(shown.guid);
    expect(answer).toContain(own.guid);
  }
  expect(ofGuide).toContain('See ');
  for (const { revisionid } of revisions)
    expect(
      JSON.stringify(await core.json(`GET /guides/${guide.guideid}?revisionid=${revisionid}`)),
    ).not.toContain(secret.guid);
  expect(JSON.stringify(await core.json(`GET /guides/${both.guideid}`))).toContain(secret.guid);
  // Desks get the changed documents, and nothing else.
  const news = core.ctx.store.read(null, (s) => s.feed.after(sequence, 100));
  expect(news.map(({ kind }) => kind).toSorted()).toEqual(['comment', 'guide', 'user', 'wiki']);
  await core.close();

  // It runs once: the next start changes nothing.
  core = open();
  expect(core.ctx.store.read(null, (s) => s.feed.sequence)).toBe(news.at(-1)?.sequence);
  await core.close();
});
