import { describe, expect, it } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import { bench, ownGuide, patch, shownTo, withHelpers } from './people.ts';
import type { Bench } from './people.ts';

const edit = (
  b: Bench,
  { guideid, revisionid }: Guide,
  token: string,
  json: Record<string, unknown>,
  expect = 200,
): Promise<Guide & { errors?: { field: string }[] }> =>
  b.json(token, `PATCH /guides/${guideid}?revisionid=${revisionid}`, { json, expect });

describe('author', () => {
  it('is changed by authors and admins, and by nobody else', async () => {
    await using b = await bench();
    const guide = await ownGuide(b);
    withHelpers(b, guide.guideid);
    for (const { token, userid } of [b.owner, b.collaborator, b.member]) {
      await edit(b, guide, token, { author: b.stranger.userid }, 403);
      if (userid !== b.owner.userid) await edit(b, guide, token, { author: userid }, 403);
    }
    await b.json(b.stranger.token, 'POST /guides', {
      json: { category: 'Pump', type: 'repair', author: b.owner.userid },
      expect: 403,
    });
    const given = await b.json<Guide>(b.author.token, 'POST /guides', {
      json: { category: 'Pump', type: 'repair', author: b.owner.userid },
      expect: 201,
    });
    expect(given.author.userid).toBe(b.owner.userid);
    expect((await edit(b, guide, b.admin.token, { author: 999 }, 422)).errors?.[0]?.field).toBe('author');
    const handed = await edit(b, guide, b.author.token, { author: b.stranger.userid });
    expect(handed.author.username).toBe('omar');
    await edit(b, handed, b.owner.token, { title: 'x' }, 403);
  });
});

describe('public', () => {
  it('is changed by people who may edit, who get an answer even if they hid the guide from themselves', async () => {
    await using b = await bench();
    const { guideid } = await ownGuide(b);
    withHelpers(b, guideid);
    for (const { token } of [b.owner, b.collaborator, b.member, b.admin]) {
      const guide = await shownTo(b, guideid, token);
      const hidden = await edit(b, guide, token, { public: false });
      expect(hidden.public).toBe(false);
      expect((await edit(b, hidden, token, { public: true })).public).toBe(true);
    }
    const guide = await shownTo(b, guideid);
    await edit(b, guide, b.stranger.token, { public: false }, 403);
    const path = `DELETE /guides/${guideid}/public?revisionid=${guide.revisionid}`;
    expect((await b.json<Guide>(b.author.token, path)).public).toBe(false);
    await b.json(b.author.token, `GET /guides/${guideid}`, { expect: 403 });
  });
});

describe('title', () => {
  it('is made from type, category and subject while it is empty', async () => {
    await using b = await bench();
    const { guideid, title } = await ownGuide(b, { title: '', type: 'installation', subject: 'Seal' });
    expect(title).toBe('Installing Pump Seal');
    expect((await patch(b, guideid, { title: 'Mine' })).title).toBe('Mine');
    expect((await patch(b, guideid, { title: '' })).title).toBe('Installing Pump Seal');
  });
});

describe('langid', () => {
  it('is the guide’s own language from its creation on', async () => {
    await using b = await bench();
    const guide = await ownGuide(b, { langid: 'de' });
    expect(guide).toMatchObject({ langid: 'de', locale: 'de', available_langids: ['de'] });
    const { errors } = await edit(b, guide, b.owner.token, { langid: 'en' }, 422);
    expect(errors?.[0]?.field).toBe('langid');
  });
});

describe('documents and the intro video', () => {
  it('are those of the media manager, and those that the list has already', async () => {
    await using b = await bench();
    const put = (documentid: number, userid: number, filename: string): void =>
      b.core.ctx.store.transact(null, (s) => {
        s.documents.add({
          documentid,
          userid,
          filename,
          title: filename,
          extension: 'pdf',
          mime: 'application/pdf',
          pages: 2,
          sha256: '0'.repeat(64),
          bytes: 10,
        });
      });
    put(1, b.owner.userid, 'drawing.pdf');
    put(2, b.owner.userid, 'parts.pdf');
    put(3, b.stranger.userid, 'secret.pdf');
    b.core.ctx.store.transact(null, (s) =>
      s.videos.put(1, b.owner.userid, {
        filename: 'intro.mp4',
        encodings: [{ url: 'https://v.example.org/1' }],
      }),
    );
    const guide = await ownGuide(b, { documents: [2, 1], featured_documentid: 1, objectid: 1 });
    expect(guide.documents.map((entry) => [entry['documentid'], entry['filename']])).toEqual([
      [2, 'parts.pdf'],
      [1, 'drawing.pdf'],
    ]);
    const url = String(guide.documents[1]?.['download_url']);
    expect(url).toMatch(/^http:\/\/bench\.test\//);
    expect(guide).toMatchObject({
      featured_documentid: 1,
      featured_document_embed_url: url,
      featured_document_thumbnail_url: null,
      intro_video: { videoid: 1, filename: 'intro.mp4' },
      intro_video_url: 'https://v.example.org/1',
    });
    const { token } = b.owner;
    const wrong: [Record<string, unknown>, string][] = [
      [{ documents: [999] }, 'documents'],
      [{ documents: [3] }, 'documents'],
      [{ featured_documentid: 999 }, 'featured_documentid'],
      [{ documents: [2], featured_documentid: 1 }, 'featured_documentid'],
      [{ objectid: 999 }, 'objectid'],
      [{ objectid: 'x' }, 'objectid'],
    ];
    for (const [json, field] of wrong) {
      expect((await edit(b, guide, token, json, 422)).errors?.[0]?.field).toBe(field);
    }
    // Anyone may edit a guide that already lists a document, and the document stays.
    const less = await edit(b, guide, b.admin.token, { documents: [2] });
    expect(less).toMatchObject({ featured_documentid: null, featured_document_embed_url: null });
    expect(less.documents).toHaveLength(1);
    const none = await edit(b, less, token, { documents: [], objectid: null, featured_documentid: null });
    expect(none).toMatchObject({ documents: [], intro_video: null, intro_video_url: null });
  });
});
