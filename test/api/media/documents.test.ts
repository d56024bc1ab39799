import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Document } from '../../../shared/model/document.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';
import { office, pdf } from '../../media/archives.ts';
import { guideWith } from './guide-with.ts';

let core: TestCore;
let ada: TestPerson;
let ben: TestPerson;
let root: TestPerson;

beforeAll(async () => {
  core = testCore();
  root = await addPerson(core, 'root', { role: 'admin' });
  ada = await addPerson(core, 'ada', { role: 'author' });
  ben = await addPerson(core, 'ben');
});

afterAll(() => core[Symbol.asyncDispose]());

const upload = (who: TestPerson, query = 'file=lid.pdf', body: Buffer = pdf(3)): Promise<Document> =>
  core.json(`POST /user/media/documents?${query}`, { token: who.token, body: new Uint8Array(body) });
const ids = async (who: TestPerson, query = ''): Promise<number[]> =>
  (await core.json<Document[]>(`GET /user/media/documents?${query}`, { token: who.token })).map(
    ({ documentid }) => documentid,
  );
const seenBy = (who: TestPerson | undefined, documentid: number, expected = 200): Promise<Document> =>
  core.json(`GET /media/documents/${documentid}`, { ...(who ? { token: who.token } : {}), expect: expected });
const statusOf = async (url: string): Promise<number> =>
  (await core.fetch(new Request(new URL(url, 'http://bench.test')))).status;

describe('POST /user/media/documents', () => {
  it('stores the file and answers the entry that guides list', async () => {
    const document = await upload(ada, 'file=Lid%20drawing.PDF&title=The%20lid');
    expect(document).toEqual({
      documentid: expect.any(Number),
      guid: expect.stringMatching(/^[0-9a-f]{32}$/),
      title: 'The lid',
      filename: 'Lid drawing.PDF',
      text: 'The lid',
      size: pdf(3).length,
      pages: 3,
      date: expect.any(Number),
      document_extension: 'pdf',
      image: null,
      url: `/Document/${document.guid}/Lid%20drawing.PDF`,
      download_url: `http://bench.test/igi/Document/${document.guid}/Lid%20drawing.PDF`,
    });
    expect(await statusOf(document.download_url)).toBe(200);
    expect(await seenBy(ada, document.documentid)).toEqual(document);
  });

  it('keeps only the file name of a path, and names the document by it', async () => {
    const file = encodeURIComponent('C:\\bench\\..\\\u0081a\u202e\0b.docx');
    expect(await upload(ada, `file=${file}`, office('word'))).toMatchObject({
      filename: 'ab.docx',
      title: 'ab',
      pages: null,
      document_extension: 'docx',
    });
    const long = await upload(ada, `file=${'x'.repeat(300)}.pdf`);
    expect(long.filename).toBe(`${'x'.repeat(120)}.pdf`);
  });

  it('refuses unusable files with a message, and stores nothing', async () => {
    const [before, listed] = [await core.ctx.media.usage(), await ids(ada)];
    const refused = async (query: string, body: Buffer): Promise<string> => {
      const answer = await core.json<{ message: string; errors: unknown[] }>(
        `POST /user/media/documents?${query}`,
        {
          token: ada.token,
          body: new Uint8Array(body),
          expect: 422,
        },
      );
      expect(answer.errors).toHaveLength(1);
      return answer.message;
    };
    expect(await refused('', pdf())).toContain('file: is required');
    expect(await refused('file=', pdf())).toContain('must be the name of the file');
    expect(await refused('file=a.exe', pdf())).toContain('must be one of pdf');
    expect(await refused('file=a.docx', pdf())).toContain('is damaged, or is not what its name says');
    expect(await refused('file=a.pdf', pdf().subarray(0, 60))).toContain('end is missing');
    expect(await refused('file=a.pdf', Buffer.alloc(0))).toContain('no bytes');
    expect(await refused('file=a.pdf', Buffer.alloc(80 * 1024 * 1024 + 1))).toContain('at most 80 MB');
    expect(await refused(`file=a.pdf&title=${'x'.repeat(201)}`, pdf())).toContain('title');
    expect([await core.ctx.media.usage(), await ids(ada)]).toEqual([before, listed]);
    await core.json('POST /user/media/documents?file=a.pdf', { body: new Uint8Array(pdf()), expect: 401 });
  });
});

describe('GET /user/media/documents', () => {
  it("lists one's own, the newest first, in pages", async () => {
    await using core = testCore();
    const eve = await addPerson(core, 'eve');
    const made: number[] = [];
    for (const name of ['a', 'b', 'c']) {
      const { documentid } = await core.json<Document>(`POST /user/media/documents?file=${name}.txt`, {
        token: eve.token,
        body: name,
      });
      made.unshift(documentid);
    }
    const list = async (query: string): Promise<number[]> =>
      (await core.json<Document[]>(`GET /user/media/documents?${query}`, { token: eve.token })).map(
        ({ documentid }) => documentid,
      );
    expect(await list('')).toEqual(made);
    expect(await list('limit=1&offset=1')).toEqual(made.slice(1, 2));
    expect(await list('order=asc&limit=5000')).toEqual(made.toReversed());
    await core.json('GET /user/media/documents?limit=0', { token: eve.token, expect: 422 });
    await core.json('GET /user/media/documents', { expect: 401 });
  });
});

describe('GET /media/documents/{documentid}', () => {
  it('shows a document to its owner, to admins, and to people who see a guide with it', async () => {
    const { documentid, ...rest } = await upload(ada);
    await seenBy(ada, documentid);
    await seenBy(root, documentid);
    for (const stranger of [ben, undefined]) {
      expect(await seenBy(stranger, documentid, 404)).toMatchObject({ message: 'Document not found' });
    }
    const entry = { documentid, ...rest };
    const secret = guideWith(core, ada, { documents: [entry], public: false });
    await seenBy(ben, documentid, 404);
    const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${secret}`, {
      token: ada.token,
    });
    await core.json(`PUT /guides/${secret}/public?revisionid=${revisionid}`, { token: ada.token, json: {} });
    await seenBy(undefined, documentid);
    await seenBy(undefined, 999_999, 404);
    await core.json('GET /media/documents/x', { expect: 422 });
  });
});

describe('s.documents.require', () => {
  it("gives the viewer's own and those they see, and refuses others", async () => {
    const { documentid } = await upload(ben);
    const actor = (userid: number, role: 'author' | 'technician') => ({
      userid,
      username: '',
      role,
      teams: [],
    });
    const required = (who: TestPerson, id = documentid): unknown =>
      core.ctx.store.read(actor(who.userid, 'author'), (s) => s.documents.require(id, 'documents'));
    expect(required(ben)).toMatchObject({ documentid, url: expect.stringMatching(/^\/Document\//) });
    expect(JSON.stringify(required(ben))).toContain('\u0081Document/');
    expect(() => required(ada)).toThrow('in the media manager');
    expect(() => required(ben, 999_999)).toThrow('There is no document 999999');
    guideWith(core, ben, { documents: [{ documentid }] });
    expect(required(ada)).toHaveProperty('documentid', documentid);
  });
});

describe('DELETE /user/media/documents/{documentids}', () => {
  it("removes one's own, ignores others', and keeps those that any guide shows or showed", async () => {
    const [shown, once, unused, bens] = [
      await upload(ada),
      await upload(ada),
      await upload(ada),
      await upload(ben),
    ];
    guideWith(core, ada, { documents: [shown] });
    const guideid = guideWith(core, ada, { documents: [once] });
    guideWith(core, ada, { documents: [] }, guideid);
    const all = [shown, once, unused, bens].map(({ documentid }) => documentid);
    const response = await core.call(`DELETE /user/media/documents/${all.join(',')},999999`, {
      token: ada.token,
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
    const left = await ids(ada, 'limit=200');
    expect(all.some((id) => left.includes(id))).toBe(false);
    expect(await ids(ben)).toContain(bens.documentid);
    await seenBy(undefined, shown.documentid);
    await seenBy(undefined, once.documentid);
    await seenBy(root, unused.documentid, 404);
    expect(await Promise.all([shown, once, unused].map(({ url }) => statusOf(url)))).toEqual([200, 200, 404]);
    await core.json('DELETE /user/media/documents/1,x', { token: ada.token, expect: 422 });
    const many = Array.from({ length: 1001 }, (_, index) => index + 1).join(',');
    await core.json(`DELETE /user/media/documents/${many}`, { token: ada.token, expect: 422 });
    await core.json('DELETE /user/media/documents/1', { expect: 401 });
  });
});
