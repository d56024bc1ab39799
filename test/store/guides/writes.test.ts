import { expect, it } from 'vitest';

import type { GuideDocument } from '../../../app/store/guides/document.ts';
import { sql } from '../../../app/store/sql.ts';
import { addGuide } from '../../helpers/pair.ts';
import { writesOf } from '../../helpers/plans.ts';
import { workshop } from '../../helpers/workshop.ts';

const picture = (guid: string): GuideDocument['steps'][number]['media'] => ({
  type: 'image',
  data: [{ id: 1, guid, original: `https://example.org/${guid}` }],
});

interface Stored {
  /** Statements that wrote while the guide was stored once more. */
  writes: string[];
  /** Rows of its steps, in the order of their places. */
  steps: { stepid: number; orderby: number; shown: number }[];
  pictures: { kind: string; guid: string }[];
}

/** Stores a guide with two steps that show the pictures `a` and `b`, and then as `change` makes it. */
async function stored(change: (document: GuideDocument) => Partial<GuideDocument>): Promise<Stored> {
  await using w = await workshop();
  const guideid = await addGuide(w.core, w.admin);
  return w.core.ctx.store.transact(null, (s) => {
    const document = s.guides.document(guideid);
    const pictures = ['a', 'b'];
    const steps = document.steps.map((step, index) => ({ ...step, media: picture(pictures[index] ?? '') }));
    s.guides.put({ ...document, steps }, { keepRevision: true });
    const next = { ...document, steps };
    const writes = writesOf(s.db, () => s.guides.put({ ...next, ...change(next) }, { keepRevision: true }));
    return {
      writes,
      steps: s.db.all(
        sql`SELECT stepid, orderby, shown FROM step WHERE guideid = ${guideid} ORDER BY orderby`,
      ),
      pictures: s.db.all(sql`SELECT kind, guid FROM media_use WHERE kind LIKE 'guide%' ORDER BY kind, guid`),
    };
  });
}

const texts = (writes: readonly string[], pattern: RegExp): string[] =>
  writes.filter((text) => pattern.test(text));

it('a new text writes only the columns that change, and nothing about steps and pictures', async () => {
  const { writes, pictures } = await stored(({ body }) => ({
    body: { ...body, introduction_raw: 'Close the valve first.', title: 'Mend the big pump' },
  }));
  const [update = '', ...others] = texts(writes, /^UPDATE guide /);
  expect(others).toEqual([]);
  expect(update).toContain('title = ');
  expect(update).not.toMatch(/category|userid|type|public|deleted/);
  expect(texts(writes, /media_use|INTO step|UPDATE step/)).toEqual([]);
  expect(pictures).toEqual([
    { kind: 'guide', guid: 'a' },
    { kind: 'guide', guid: 'b' },
  ]);
});

it('steps that change places are written, and one that stays is not', async () => {
  const { writes, steps } = await stored((document) => ({
    steps: document.steps.map((step) => ({ ...step, orderby: step.orderby === 1 ? 1 : 5 })),
  }));
  expect(texts(writes, /INTO step/)).toHaveLength(1);
  expect(steps.map(({ orderby, shown }) => ({ orderby, shown }))).toEqual([
    { orderby: 1, shown: 1 },
    { orderby: 5, shown: 1 },
  ]);
});

it('a step that leaves takes its row and its picture along, and others keep theirs', async () => {
  const { writes, steps, pictures } = await stored((document) => ({ steps: document.steps.slice(1) }));
  expect(steps).toHaveLength(1);
  expect(texts(writes, /INTO step|INTO media_use.*VALUES/)).toEqual([]);
  expect(pictures).toEqual([{ kind: 'guide', guid: 'b' }]);
});
