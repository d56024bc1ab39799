import { expect, it } from 'vitest';

import { listen } from '../../../app/http/node.ts';
import { sql } from '../../../app/store/sql.ts';
import type { StoredRow } from '../../../app/store/sql.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import { bench, line, ownGuide } from './people.ts';

interface Answer<T> {
  status: number;
  body: T;
}

const clients = 50;

it('fifty clients that retry after a conflict lose no update, and revisions form one line', async () => {
  await using b = await bench();
  const guideids: number[] = [];
  for (const title of ['First', 'Second', 'Third']) {
    guideids.push((await ownGuide(b, { title, conclusion: '' }, ['One', 'Two', 'Three'])).guideid);
  }
  const server = await listen(b.core.fetch, { host: '127.0.0.1', port: 0 });
  const call = async <T>(route: string, json?: unknown): Promise<Answer<T>> => {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(`${server.origin}/api/2.0${path}`, {
      method,
      headers: { Authorization: `api ${b.owner.token}` },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: (await response.json()) as T };
  };
  /** Edits the version that `read` returns until the edit is accepted; a 409 brings the newest version. */
  const retried = async <T>(read: T, attempt: (current: T) => Promise<Answer<T>>): Promise<T> => {
    for (let current = read; ;) {
      const { status, body } = await attempt(current);
      if (status < 300) return body;
      expect(status).toBe(409);
      current = body;
    }
  };
  const read = async (guideid: number): Promise<Guide> => (await call<Guide>(`GET /guides/${guideid}`)).body;
  const accepted: { guideid: number; base: number; made: number }[] = [];
  const work = async (n: number): Promise<void> => {
    const guideid = guideids[n % guideids.length] ?? 0;
    const mark = `<${n}>`;
    const path = `/guides/${guideid}`;
    const guideEdit = (route: string, json: (current: Guide) => unknown) => async (current: Guide) => {
      const answer = await call<Guide>(`${route}?revisionid=${current.revisionid}`, json(current));
      if (answer.status < 300)
        accepted.push({ guideid, base: current.revisionid, made: answer.body.revisionid });
      return answer;
    };
    const found = await read(guideid);
    await retried(
      found,
      guideEdit(`PATCH ${path}`, ({ conclusion_raw }) => ({ conclusion: conclusion_raw + mark })),
    );
    const [first] = found.steps;
    if (first) {
      await retried<Step>(first, (step) =>
        call(`PATCH ${path}/steps/${step.stepid}?revisionid=${step.revisionid}`, {
          title: step.title + mark,
        }),
      );
    }
    if (n % 2 === 0) {
      const { status } = await call(`POST ${path}/steps`, { orderby: 1, lines: [line(mark)] });
      expect(status).toBe(201);
    } else {
      await retried(
        await read(guideid),
        guideEdit(`PUT ${path}/steporder`, ({ steps }) => ({
          stepids: steps.map(({ stepid }) => stepid).sort((x, y) => ((x * n) % 17) - ((y * n) % 17) || x - y),
        })),
      );
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, n) => work(n)));

  for (const [index, guideid] of guideids.entries()) {
    const guide = await read(guideid);
    const marks = Array.from({ length: clients }, (_, n) => n).filter((n) => n % guideids.length === index);
    const titles = guide.steps.map(({ title }) => title).join('');
    const texts = guide.steps.flatMap(({ lines }) => lines.map(({ text_raw }) => text_raw));
    for (const n of marks) {
      expect(guide.conclusion_raw).toContain(`<${n}>`);
      expect(titles).toContain(`<${n}>`);
      if (n % 2 === 0) expect(texts).toContain(`<${n}>`);
    }
    expect(new Set(guide.steps.map(({ stepid }) => stepid)).size).toBe(
      3 + marks.filter((n) => n % 2 === 0).length,
    );
    expect(guide.steps.map(({ orderby }) => orderby)).toEqual(guide.steps.map((_, at) => at + 1));
    const revisions = b.core.ctx.store.read(null, (s) =>
      s.db.all(sql<StoredRow<'guide_revision', 'revisionid' | 'parent'>>`SELECT revisionid, parent
         FROM guide_revision WHERE guideid = ${guideid} ORDER BY revisionid`),
    );
    expect(revisions.map(({ parent }) => parent)).toEqual([
      null,
      ...revisions.slice(0, -1).map(({ revisionid }) => revisionid),
    ]);
    expect(revisions.at(-1)?.revisionid).toBe(guide.revisionid);
    const parents = new Map(revisions.map(({ revisionid, parent }) => [revisionid, parent]));
    for (const { base, made } of accepted.filter((one) => one.guideid === guideid)) {
      if (made !== base) expect(parents.get(made)).toBe(base);
    }
  }
  await server.close();
});
