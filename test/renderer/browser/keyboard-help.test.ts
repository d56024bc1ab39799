import type { Page } from 'playwright';
import { expect, it } from 'vitest';

import { builtPage } from '../helpers/built-page.ts';
import { runBenches } from '../helpers/run-bench.ts';
import type { RunBench } from '../helpers/run-bench.ts';

const built = builtPage();
const bench = runBenches(built);

/** Keys that are tried, and how the list of shortcuts calls those whose name is not their label. */
const labels = new Map([
  ['ArrowDown', '↓'],
  ['ArrowUp', '↑'],
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
  ['PageDown', 'Page down'],
  ['PageUp', 'Page up'],
]);
const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const named = ['Home', 'End', 'Delete', 'Backspace', ...Array.from({ length: 12 }, (_, n) => `F${n + 1}`)];
const single = [...letters, ...'0123456789/?,.;-+', ...named, ...labels.keys()];
const together = [...letters.map((key) => `Control+${key}`), 'Alt+ArrowUp', 'Alt+ArrowDown'];
/** Characters are held for as long as a person holds a key: faster ones would count as a scanner's. */
const held = (key: string): number => (key.length === 1 ? 70 : 0);

const labelOf = (keys: string): string =>
  keys
    .split('+')
    .map(
      (key) => labels.get(key) ?? (key === 'Control' ? 'Ctrl' : key.length === 1 ? key.toUpperCase() : key),
    )
    .join(' ');

/** Lets a page remember the last key that was more than a modifier. */
const rememberKeys = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    addEventListener(
      'keydown',
      (event) => {
        if (!/^(?:Control|Alt|Shift)$/.test(event.key)) Object.assign(window, { pressed: event });
      },
      { capture: true },
    ),
  );

/** Presses keys one after the other, and returns whether the page handled the last one. */
async function handles(page: Page, ...keys: string[]): Promise<boolean> {
  for (const key of keys) await page.keyboard.press(key, { delay: held(key) });
  // Ends a sequence that the key may have begun.
  await page.keyboard.press('Shift');
  return page.evaluate(
    () => 'pressed' in window && window.pressed instanceof KeyboardEvent && window.pressed.defaultPrevented,
  );
}

/** Returns the keys that the screen handles, as the list of shortcuts would show them. */
async function handledKeys(made: RunBench, place: string, ready: string): Promise<string[]> {
  const { page } = made;
  const back = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await page.evaluate((hash) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      location.hash = hash;
    }, place);
    await page.getByText(ready).first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const found = new Set<string>();
  const tryOut = async (isInList: boolean, ...keys: string[]): Promise<void> => {
    const label = keys.map(labelOf).join(' ');
    if (found.has(label)) return;
    if (isInList) await page.locator('main [data-row]').nth(1).focus();
    if (!(await handles(page, ...keys))) return;
    // After an unknown first key, the second one has its own meaning, which leads nowhere else.
    if (keys.length > 1 && found.has(labelOf(keys.at(-1) ?? '')) && made.place() === place) return back();
    found.add(label);
    await back();
  };
  await made.open(place);
  await page.getByText(ready).first().waitFor();
  for (const keys of [...single, ...together]) await tryOut(false, keys);
  for (const second of letters) await tryOut(false, 'g', second);
  const rows = await page.locator('main [data-row]').count();
  if (rows > 1) for (const keys of [...named, ...labels.keys()]) await tryOut(true, keys);
  return [...found];
}

/** Returns the keys in the list of shortcuts. */
async function listedKeys(page: Page): Promise<string[]> {
  await page.keyboard.press('F1');
  const map = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await map.waitFor();
  const keys = await map
    .locator('dd > span')
    .evaluateAll((spans) =>
      spans.map((span) => [...span.querySelectorAll('kbd')].map((kbd) => kbd.textContent).join(' ')),
    );
  await page.keyboard.press('Escape');
  await map.waitFor({ state: 'detached' });
  return keys;
}

/** Two jobs whose values are out of limits, two notifications, a job that goes on, and assigned work. */
async function busy(made: RunBench): Promise<number> {
  const { world, form } = made;
  const fields = form.fields.map((field) =>
    field.label === 'Voltage' ? { ...field, benchside: { highest: 15 } } : field,
  );
  const limited = await world.form(world.steps[1], fields);
  const [serial = 0, , volts = 0] = limited.fields.map(({ field_revisionid }) => field_revisionid);
  let last = 0;
  for (const order of ['WO-1', 'WO-2']) {
    const { entryid } = await world.start(order);
    await world.run('owner', entryid, 'PUT stepData', { fields: { [serial]: order, [volts]: 17.5 } });
    await world.run('owner', entryid, 'POST finish', {});
    last = entryid;
    const json = { guideid: world.guideid, workorderid: `${order}-more`, userid: world.userids.author };
    await world.json('admin', 'POST /benchside/assignments', json);
  }
  for (const order of ['WO-3', 'WO-4']) await world.start(order);
  return last;
}

it('the list of shortcuts has exactly the keys that work on the floor, in the inbox, and on recorded values and reports', async () => {
  const made = await bench();
  await rememberKeys(made.page);
  made.who = 'author';
  const job = await busy(made);
  const { guideid } = made.world;
  const screens: [place: string, ready: string, of: string[]][] = [
    ['/floor', 'At work', ['↓', 'J', 'Home', 'G F']],
    ['/notifications', 'admin assigned work to you', ['↓', 'J', 'Home', 'G I']],
    [`/recorded-values/${guideid}`, '2 values are out of limits', ['↓', 'J', 'Home', 'G J']],
    [`/work-logs/${job}`, 'Mend the pump', ['Ctrl P']],
  ];
  for (const [place, ready, some] of screens) {
    const worked = await handledKeys(made, place, ready);
    const listed = await listedKeys(made.page);
    expect([place, listed.toSorted()]).toEqual([place, worked.toSorted()]);
    expect(listed).toEqual(expect.arrayContaining([...some, 'F1', '?', '/', 'Ctrl K', 'G H']));
  }
});
