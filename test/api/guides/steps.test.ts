import { describe, expect, it } from 'vitest';

import type { Guide, Step } from '../../../shared/model/guide.ts';
import { addGuide } from '../../helpers/pair.ts';
import { workshop } from '../../helpers/workshop.ts';

const line = (text: string, level = 0) => ({ text, bullet: 'black', level });

describe('steps', () => {
  it('are inserted, changed, ordered and deleted, with a new date and revision of the guide', async () => {
    await using w = await workshop();
    const guideid = await addGuide(w.core, w.author, {}, 2);
    const token = w.author;
    const first = await w.core.json<Guide>(`GET /guides/${guideid}`);
    const inserted = await w.core.json<Guide>(`POST /guides/${guideid}/steps`, {
      token,
      json: {
        orderby: 1,
        title: 'Begin',
        lines: [line("Take '''care'''"), line('Really', 1)],
        media: { type: 'image', data: [] },
      },
      expect: 201,
    });
    expect(inserted.revisionid).toBeGreaterThan(first.revisionid);
    expect(inserted.steps.map((step) => [step.orderby, step.title])).toEqual([
      [1, 'Begin'],
      [2, ''],
      [3, ''],
    ]);
    const [begin, second, third] = inserted.steps;
    expect(begin?.lines[0]?.text_rendered).toBe('Take <strong>care</strong>');
    const path = `PATCH /guides/${guideid}/steps/${begin?.stepid}`;
    const changed = await w.core.json<Step>(`${path}?revisionid=${begin?.revisionid}`, {
      token,
      json: { lines: [{ ...line('Take care'), lineid: begin?.lines[0]?.lineid }] },
    });
    expect(changed.lines).toMatchObject([{ text_raw: 'Take care', lineid: begin?.lines[0]?.lineid }]);
    const stale = await w.core.json<Step>(`${path}?revisionid=${begin?.revisionid}`, {
      token,
      json: { title: 'x' },
      expect: 409,
    });
    expect(stale).toEqual(changed);
    expect(
      (
        await w.core.call(`PATCH /guides/${guideid + 1}/steps/${begin?.stepid}?revisionid=1`, {
          token,
          json: {},
        })
      ).status,
    ).toBe(404);
    const now = await w.core.json<Guide>(`GET /guides/${guideid}`);
    const stepids = [third?.stepid, begin?.stepid, second?.stepid];
    const ordered = await w.core.json<Guide>(
      `PUT /guides/${guideid}/steporder?revisionid=${now.revisionid}`,
      { token, json: { stepids } },
    );
    expect(ordered.steps.map((step) => step.stepid)).toEqual(stepids);
    for (const wrong of [stepids.slice(1), [...stepids, 999], [stepids[0], stepids[0], stepids[1]]]) {
      await w.core.json(`PUT /guides/${guideid}/steporder?revisionid=${ordered.revisionid}`, {
        token,
        json: { stepids: wrong },
        expect: 422,
      });
    }
    const left = await w.core.json<Guide>(
      `DELETE /guides/${guideid}/steps/${begin?.stepid}?revisionid=${changed.revisionid}`,
      {
        token,
        json: { revisionid: 1 },
      },
    );
    expect(left.steps.map((step) => step.orderby)).toEqual([1, 2]);
  });

  const wrong: [string, Record<string, unknown>][] = [
    ['no lines', { lines: [] }],
    ['101 lines', { lines: Array.from({ length: 101 }, () => line('x')) }],
    ['a first line that is indented', { lines: [line('x', 1)] }],
    ['a line two levels deeper', { lines: [line('x'), line('y', 2)] }],
    ['5001 characters', { lines: [line('x'.repeat(5001))] }],
    ['an unknown bullet', { lines: [{ ...line('x'), bullet: 'pink' }] }],
    [
      '21 pictures',
      { lines: [line('x')], media: { type: 'image', data: Array.from({ length: 21 }, (_, id) => id + 1) } },
    ],
    ['a place behind the end', { lines: [line('x')], orderby: 9 }],
    ['no place', { lines: [line('x')], orderby: undefined }],
  ];

  it.each(wrong)('with %s are refused', async (_, fields) => {
    await using w = await workshop();
    const guideid = await addGuide(w.core, w.author, {}, 1);
    const before = await w.core.json<Guide>(`GET /guides/${guideid}`);
    await w.core.json(`POST /guides/${guideid}/steps`, {
      token: w.author,
      json: { orderby: 1, ...fields },
      expect: 422,
    });
    expect(await w.core.json(`GET /guides/${guideid}`)).toEqual(before);
  });
});
