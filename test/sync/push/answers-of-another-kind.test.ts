import { describe, expect, it } from 'vitest';

import type { Fault } from '../../helpers/network.ts';
import { acts } from '../../helpers/plain-acts.ts';
import { bench, expectSame, once, parkedOf } from '../../helpers/plain-bench.ts';
import type { Bench } from '../../helpers/plain-bench.ts';
import { untilSent } from '../../helpers/plain-pair.ts';

const answers = ['null', '{"status":"sign in"}', '[{"terms":"accept"}]'];

/** Answers reads that follow an edit with `body`. */
function afterEdits({ net }: Bench, body: string): void {
  let isAfterEdit = false;
  net.intercept = (request) => {
    isAfterEdit ||= !request.startsWith('GET ');
    return request.startsWith('GET ') && isAfterEdit ? inPlaceOfSite(body) : undefined;
  };
}

/** Answers reads with `body` before an edit is sent, except those with which a sync begins. */
function beforeEdits({ net }: Bench, body: string): void {
  let isBeforeEdit = true;
  net.intercept = (request) => {
    isBeforeEdit &&= request.startsWith('GET ');
    return isBeforeEdit && !/^GET \/(?:benchside\/info|user)$/.test(request)
      ? inPlaceOfSite(body)
      : undefined;
  };
}

const inPlaceOfSite = (body: string): Fault => ({
  kind: 'between',
  status: 200,
  body,
  headers: { 'content-type': 'application/json' },
});

describe('what something between a desk and a third-party site answers to reads decides about no edit:', () => {
  it.each(Object.entries(acts))('[J11.7] [seed 710223] %s', async (_name, act) => {
    await using at = await bench({ variantsAfter: 1000 });
    for (const [index, body] of answers.entries())
      for (const isLost of [false, true]) {
        at.net.intercept = undefined;
        const count = await act(at, 1 + 2 * index + Number(isLost));
        if (isLost) {
          once(at, { kind: 'lose-answer' });
          await at.round();
          beforeEdits(at, body);
        } else afterEdits(at, body);
        await at.round();
        at.net.intercept = undefined;
        await untilSent(at);
        const what = `${body}, ${isLost ? 'when it is asked about an edit' : 'when an edit is read back'}`;
        expect([what, await parkedOf(at), count()]).toEqual([what, [], 1]);
      }
    await expectSame(at);
  });
});
