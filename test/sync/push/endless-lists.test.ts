import { expect, it } from 'vitest';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';

/** Opens a desk of a third-party site where the answer to a comment was lost, and whose list of comments has `most` pages. */
async function bench({ most, size = 10, text = 'x', stopAt = 0 }: Record<'most', number> & Partial<Listed>) {
  const both = await pair({ plain: true });
  const { desk, net } = both;
  const ann = await deskPerson(both, 'ann', 'author');
  const guideid = await addGuide(both.hub, both.admin);
  await both.round({ people: [ann] });
  await desk.json(`POST /comments/guide/${guideid}`, { token: ann.token, json: { text: 'Mine' } });
  const { intercept } = net;
  net.intercept = (request) =>
    request.startsWith('POST /comments') ? { kind: 'drop' } : intercept?.(request);
  await both.round({ people: [ann] });
  let pages = 0;
  net.intercept = (request) => {
    if (!request.startsWith('GET /comments?context=guide&')) return intercept?.(request);
    pages += 1;
    if (pages === stopAt) both.stop();
    const list = Array.from({ length: pages > most ? 0 : size }, (_, at) => ({
      commentid: 1_000_000 + pages * size + at,
      author: { userid: ann.userid },
      context: 'guide',
      contextid: guideid,
      parentid: null,
      modified_date: 0,
      text_raw: text,
    }));
    return { kind: 'status', status: 200, body: JSON.stringify(list) };
  };
  await both.round({ people: [ann] });
  net.intercept = intercept;
  const entries = async (): Promise<JournalItem[]> =>
    (await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal', { token: ann.token })).entries;
  return {
    pages,
    entries,
    round: () => both.round({ people: [ann] }),
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
}

interface Listed {
  size: number;
  text: string;
  stopAt: number;
}

it.each([
  // A page that does not go on where the one before ended is read again, five times at most.
  ['pages', { most: 1000 }, 56],
  ['bytes', { most: 1000, size: 2, text: 'x'.repeat(8 * 1_048_576) }, 7],
])(
  '[J11.9] [security lists] a list of too many %s is not read to its end: a person checks',
  async (_what, listed, read) => {
    await using at = await bench(listed);
    expect(at.pages).toBe(read);
    expect(await at.entries()).toMatchObject([
      {
        state: 'parked',
        cause: { kind: 'unknown-outcome', message: expect.stringContaining('has no end') as string },
      },
    ]);
  },
);

it('[J11.9] a list of many pages is read to its end', async () => {
  await using at = await bench({ most: 50 });
  expect(at.pages).toBe(51);
  expect(await at.entries()).toMatchObject([{ state: 'done' }]);
});

it('[J11.9] a list is not read on when the round is stopped, and the next round asks again', async () => {
  await using at = await bench({ most: 1000, stopAt: 3 });
  expect(at.pages).toBe(3);
  expect(await at.entries()).toMatchObject([{ state: 'sending' }]);
  await at.round();
  expect(await at.entries()).toMatchObject([{ state: 'done' }]);
});
