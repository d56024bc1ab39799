import { expect, it } from 'vitest';

import { failpoints, killAndHeal, template } from './kill.ts';

/** As many as there is time for at every change. `KILLS=all` takes every moment there is, one after the other. */
const kills = process.env['KILLS'] ?? '6';

it('[J4 J6] a desk killed at any moment of sending a day’s work leaves nothing out and nothing twice', async () => {
  using from = await template();
  if (kills === 'all') {
    for (const failpoint of failpoints) {
      let nth = 1;
      while (await killAndHeal(from, failpoint, nth)) nth += 1;
      console.log(`${failpoint}: killed ${nth - 1} times`);
    }
    return;
  }
  const seed = Math.floor(Math.random() * 1e6);
  console.log('seed', seed);
  for (let n = 0; n < Number(kills); n += 1) {
    const failpoint = failpoints[(seed + n) % failpoints.length] ?? 'after-commit';
    expect(await killAndHeal(from, failpoint, 1 + ((seed * 31 + n * 7) % 25))).toBe(true);
  }
}, 3_600_000);
