import { expect, it } from 'vitest';

import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import { bench } from '../helpers/plain-bench.ts';
import { untilSent } from '../helpers/plain-pair.ts';

it('[J3.3] a search that found nothing at a desk offline is counted once at the hub', async () => {
  await using both = await pair();
  await addGuide(both.hub, both.admin);
  const tom = await deskPerson(both, 'tom');
  await both.round({ people: [tom] });
  const route = 'POST /benchside/failed-searches';
  await both.desk.json(route, { token: tom.token, json: { words: 'Flux capacitor' } });
  // The hub has a guide of this title.
  await both.desk.json(route, { token: tom.token, json: { words: 'mend the pump' } });
  const shown = await both.desk.json('GET /benchside/journal', { token: tom.token });
  expect(shown, 'a report is not shown as an edit').toMatchObject({ entries: [] });
  await both.round({ people: [tom] });
  await both.round({ people: [tom] });
  const { results } = await both.hub.json<{ results: unknown[] }>('GET /benchside/failed-searches', {
    token: both.admin,
  });
  expect(results).toMatchObject([{ words: 'flux capacitor', count: 1 }]);
});

it('[J11.1] at a third-party site such a report stays at the desk', async () => {
  await using at = await bench();
  await at.desk.json('POST /benchside/failed-searches', { token: at.ann.token, json: { words: 'x' } });
  await untilSent(at);
});
