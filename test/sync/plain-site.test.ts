import { describe, expect, it } from 'vitest';

import type { Fault, Network } from '../helpers/network.ts';
import { acts } from '../helpers/plain-acts.ts';
import type { Count } from '../helpers/plain-acts.ts';
import { bench, expectSame, isSent, once, parkedOf } from '../helpers/plain-bench.ts';
import { untilSent } from '../helpers/plain-pair.ts';
import { random } from '../plain-site/data.ts';

const faults: { what: string; fault: Fault | undefined }[] = [
  { what: 'nothing goes wrong', fault: undefined },
  { what: 'answers are lost', fault: { kind: 'lose-answer' } },
  { what: 'requests are lost', fault: { kind: 'drop' } },
  { what: 'answers break off', fault: { kind: 'truncate', bytes: 3 } },
  { what: 'the site has a fault', fault: { kind: 'status', status: 503 } },
  { what: 'the site asks to wait', fault: { kind: 'status', status: 429, headers: { 'retry-after': '0' } } },
];

describe('on a site that does not know Benchside, exactly one edit arrives, whatever happens to the answers:', () => {
  it.each(Object.entries(acts))('[J3.5 J4.1 J6.1 J11.1] %s', async (_name, act) => {
    await using at = await bench({ variantsAfter: 30 });
    for (const [index, { what, fault }] of faults.entries()) {
      at.net.intercept = undefined;
      const count = await act(at, index + 1);
      expect(count(), `before it is sent, when ${what}`).toBe(0);
      once(at, fault);
      await untilSent(at);
      expect(await parkedOf(at), `when ${what}`).toEqual([]);
      expect(count(), `when ${what}`).toBe(1);
    }
    await expectSame(at);
  });
});

describe('a bad day', () => {
  it.each([1, 2, 3])(
    '[J6.1 J8.1 J11.1 P7] with lost answers, pauses and dying tokens, everything arrives once (seed %i)',
    async (seed) => {
      await using at = await bench({ seed, retryAfter: 0 });
      const checks: [string, Count][] = [];
      for (const [name, act] of Object.entries(acts)) checks.push([name, await act(at, 1)]);
      const chance = random(seed * 7919);
      const tricks: (Fault | undefined)[] = [
        ...faults.map(({ fault }) => fault),
        ...Array.from({ length: 14 }, () => undefined),
      ];
      at.net.intercept = () => tricks[Math.floor(chance() * tricks.length)];
      Object.assign(at.site.knobs, { throttled: 0.03, tokenDeaths: 0.01 });
      for (let rounds = 0; rounds < 150 && !isSent(at); rounds += 1) {
        await at.round();
        for (const userid of at.refused.splice(0)) {
          const intercept: Network['intercept'] = at.net.intercept;
          Object.assign(at.site.knobs, { throttled: 0 });
          at.net.intercept = undefined;
          const name = userid === at.ann.userid ? 'ann' : 'ben';
          at[name] = await at.signIn(name);
          at.net.intercept = intercept;
          Object.assign(at.site.knobs, { throttled: 0.03 });
        }
      }
      Object.assign(at.site.knobs, { throttled: 0, tokenDeaths: 0 });
      expect(await parkedOf(at)).toEqual([]);
      expect(isSent(at)).toBe(true);
      expect(checks.map(([name, count]) => [name, count()])).toEqual(checks.map(([name]) => [name, 1]));
      // A token may have ended with the last request, and the refusal been lost.
      at.net.intercept = undefined;
      for (const name of ['ann', 'ben'] as const) at[name] = await at.signIn(name);
      await expectSame(at);
    },
  );
});
