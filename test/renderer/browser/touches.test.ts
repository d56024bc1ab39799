import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';

import { heading } from '../helpers/browser.ts';
import { whenStill } from '../../helpers/when-still.ts';
import { builtPage } from '../helpers/built-page.ts';
import { runBenches } from '../helpers/run-bench.ts';
import { workBench } from '../helpers/work-bench.ts';
import { writingDesk } from '../helpers/writing-desk.ts';

const built = builtPage();
const bench = runBenches(built);
const desk = writingDesk();

/** Counts what a person does besides typing: taps, and keys that are no letters of a text. */
class Hand {
  touches = 0;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.touches += 1;
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.touches += 1;
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }
}

it('a guide is found and opened with two keys and a word, also with wrong letters', async () => {
  const { page, open } = await bench();
  for (const word of ['mend', 'mned']) {
    await open('/');
    await heading(page, 'Categories').waitFor();
    const hand = new Hand(page);
    await hand.press('/');
    await hand.type(word);
    await page
      .getByRole('link', { name: /Mend the pump/ })
      .first()
      .waitFor();
    await hand.press('Enter');
    await page.getByRole('heading', { name: 'Mend the pump', level: 1 }).waitFor();
    expect(hand.touches).toBe(2);
  }
});

it('work on an order begins with two touches and its number', async () => {
  const made = await bench();
  const { page, world } = made;
  await made.open(`/guide/${world.guideid}`);
  const hand = new Hand(page);
  await hand.tap(page.getByRole('link', { name: 'Start work' }));
  await page.getByLabel('Work order number').and(page.locator(':focus')).waitFor();
  await hand.type('WO-7');
  await hand.press('Enter');
  await page.getByText('Step 1 of 3').first().waitFor();
  expect(hand.touches).toBe(2);
  expect((await made.run()).workorderid).toBe('WO-7');
});

it('a job is paused with one touch, handed over with two, taken over from the start page with one, and finished with two', async () => {
  const made = await bench();
  const { page, world, form } = made;
  const { entryid } = await world.start('WO-8');
  const [serial, , voltage, good] = form.fields.map(({ field_revisionid }) => field_revisionid);
  await world.run('owner', entryid, 'PUT stepData', {
    fields: { [serial ?? 0]: 'SN-5', [voltage ?? 0]: '12', [good ?? 0]: '1' },
  });
  await made.open(`/run/${entryid}`);
  const pausing = new Hand(page);
  await pausing.tap(page.getByRole('button', { name: 'Pause' }));
  await page.getByText('Paused. Timers stopped.').waitFor();
  expect(pausing.touches).toBe(1);

  const handing = new Hand(page);
  await handing.tap(page.getByRole('button', { name: 'Hand over' }));
  await handing.tap(page.getByRole('dialog').getByRole('button', { name: 'Hand over' }));
  await heading(page, 'This job was handed over').waitFor();
  expect(handing.touches).toBe(2);

  made.who = 'other';
  await made.open('/');
  const taking = new Hand(page);
  await taking.tap(page.getByRole('button', { name: 'Take over: WO-8' }));
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect(taking.touches).toBe(1);

  const finishing = new Hand(page);
  await finishing.tap(page.getByRole('button', { name: /^Finish/ }));
  await finishing.tap(page.getByRole('button', { name: 'Finish the job' }));
  await heading(page, 'Job finished').waitFor();
  expect(finishing.touches).toBe(2);
});

it('a new guide is published with one touch in the editor', async () => {
  const guideid = await desk.addGuide('To publish');
  await desk.core.json(
    `DELETE /guides/${guideid}/public?revisionid=${(await desk.stored(guideid)).revisionid}`,
    { token: desk.token },
  );
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const hand = new Hand(window.page);
  const publish = window.page.getByRole('button', { name: 'Publish' });
  const [chip, state] = await Promise.all([
    publish.boundingBox(),
    window.page.getByText('Changes save automatically').first().boundingBox(),
  ]);
  expect(state?.y, 'both stand in one row').toBeLessThan((chip?.y ?? 0) + (chip?.height ?? 0));
  await hand.tap(publish);
  await expect.poll(async () => (await desk.stored(guideid)).public).toBe(true);
  expect(hand.touches).toBe(1);
});

it.each([
  ['de-DE', ['Als Favorit', 'Drucken', 'Bearbeiten', 'Arbeit beginnen', /^Beginnen: /]],
  ['fr-FR', ['En favori', 'Imprimer', 'Modifier', 'Commencer le travail', /^Commencer : /]],
  ['es-ES', ['Añadir a favoritos', 'Imprimir', 'Editar', 'Empezar trabajo', /^Empezar: /]],
] as const)(
  'the actions of a guide stand in one row on a screen of 1024 pixels with a scroll bar in %s',
  async (locale, names) => {
    const { page, open, world } = await workBench(built, { locale });
    await page.setViewportSize({ width: 1012, height: 768 });
    await open(`/guide/${world.guideid}`);
    const actions = names.map((name) =>
      page.getByRole('button', { name }).or(page.getByRole('link', { name })),
    );
    for (const action of actions) await action.waitFor();
    await whenStill(page);
    const middles = await Promise.all(
      actions.map(async (action) => {
        const { y = NaN, height = NaN } = (await action.boundingBox()) ?? {};
        return Math.round(y + height / 2);
      }),
    );
    expect(new Set(middles)).toEqual(new Set([middles[0]]));
  },
);
