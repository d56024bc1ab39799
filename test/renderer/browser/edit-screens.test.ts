import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';

import type { Comment } from '../../../shared/model/comment.ts';
import type { Guide, GuideRevision } from '../../../shared/model/guide.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import type { CategoryWiki } from '../../../shared/model/wiki.ts';
import { corners } from '../../media/pictures.ts';
import { writingDesk } from '../helpers/writing-desk.ts';
import { axeFindings, axeFindingsInBothSchemes } from '../../helpers/axe.ts';
import { whenStill } from '../../helpers/when-still.ts';

const desk = writingDesk();

const step = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('navigation').getByRole('button', { name });
const line = (page: Page, n: number): Locator => page.getByRole('textbox', { name: `Line ${n}` });
const titlesOf = async (guideid: number): Promise<string[]> =>
  (await desk.stored(guideid)).steps.map(({ title }) => title);
const texts = ({ steps }: Guide): string[] =>
  steps.map(
    ({ title, lines }) =>
      `${title}: ${lines.map(({ level, text_raw }) => `${level} ${text_raw}`).join(', ')}`,
  );

test('a guide is written by keyboard: lines, levels, order, undo; typed text survives the window', async () => {
  const guideid = await desk.addGuide('By keyboard');
  const key = `GET /benchside/drafts/guide-${guideid}`;
  {
    await using window = await desk.open(`/edit/guide/${guideid}`);
    const { page } = window;
    await step(page, '1. Part 1').focus();
    await page.keyboard.press('Enter');
    await line(page, 2).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    // The cursor goes to the new line once it is drawn.
    await page.getByRole('textbox', { name: 'Line 3' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('three');
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => texts(await desk.stored(guideid))[0])
      .toBe('Part 1: 0 one of 1, 0 two of 1, 1 three');
    // The cursor is still in the line when the store has answered.
    await page.keyboard.type(' more');
    await page.keyboard.press('Alt+ArrowUp');
    await expect
      .poll(async () => texts(await desk.stored(guideid))[0])
      .toBe('Part 1: 0 one of 1, 1 three more, 0 two of 1');
    await page.getByRole('button', { name: /^Move Step 3/ }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => titlesOf(guideid)).toEqual(['Part 3', 'Part 1', 'Part 2']);
    for (let n = 0; n < 2; n += 1) await page.keyboard.press('Control+z');
    await expect.poll(() => titlesOf(guideid)).toEqual(['Part 1', 'Part 2', 'Part 3']);
    await page.getByText('All saved').first().waitFor();
    await page.getByRole('textbox', { name: 'Title of the step' }).fill('Half a ti');
    await expect
      .poll(async () => JSON.stringify(await desk.core.json(key, { token: desk.token })))
      .toContain('Half a ti');
    await expect(page.goto('chrome://crash')).rejects.toThrow('crash');
  }
  expect((await desk.stored(guideid)).steps[0]?.title).toBe('Part 1');
  await using again = await desk.open(`/edit/guide/${guideid}`);
  await again.page.getByText('Changed then: Step 1.').waitFor();
  await again.page.keyboard.press('Enter');
  await expect.poll(async () => (await desk.stored(guideid)).steps[0]?.title).toBe('Half a ti');
  await expect.poll(async () => desk.core.json(key, { token: desk.token })).toBeNull();
});

/** Returns how opaque an element is drawn: 1 is in full. */
const shade = (element: Locator): Promise<number> =>
  element.evaluate((one) => {
    let opacity = 1;
    for (let at: Element | null = one; at; at = at.parentElement)
      opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  });

test.each(['guide', 'category'])(
  'an editor of a %s that offers unsaved changes takes no input until that is decided, and looks so',
  async (kind) => {
    const { core, token } = desk;
    const title = 'Offering';
    if (kind === 'category')
      await core.json('POST /wikis', { token, json: { namespace: 'CATEGORY', title, contents: '' } });
    const place =
      kind === 'category' ? `/edit/wiki/CATEGORY/${title}` : `/edit/guide/${await desk.addGuide(title)}`;
    const fieldIn = (page: Page) =>
      kind === 'category'
        ? page.getByRole('textbox', { name: 'Description' })
        : page.getByRole('textbox', { name: 'Title', exact: true });
    {
      await using window = await desk.open(place);
      const { page } = window;
      await page.route(/\/(?:guides|wikis)\//, (route) =>
        route.request().method() === 'PATCH' ? route.abort() : route.continue(),
      );
      const kept = page.waitForResponse((response) => response.request().method() === 'PUT');
      await fieldIn(page).fill('Typed and not saved');
      await kept;
    }
    await using window = await desk.open(place);
    const { page } = window;
    const covered = page.locator('[inert]');
    await page.getByRole('button', { name: 'Discard it' }).waitFor();
    expect(await shade(covered.locator('input, textarea').first())).toBeLessThan(0.6);
    await covered.click({ position: { x: 200, y: 60 }, force: true });
    expect(await page.locator('[inert] :focus').count()).toBe(0);
    await page.getByRole('button', { name: 'Discard it' }).click();
    await covered.waitFor({ state: 'detached' });
    const field = fieldIn(page);
    expect(await shade(field)).toBe(1);
    await field.fill('Typed afterwards');
    await page.getByText('All saved').first().waitFor();
  },
);

test('a new guide says that it needs a category, and begins once it has one', async () => {
  const { core, token } = desk;
  const guides = async (): Promise<number> =>
    (await core.json<unknown[]>('GET /guides?limit=200', { token })).length;
  const before = await guides();
  await using window = await desk.open('/new/guide');
  const { page } = window;
  const category = page.getByRole('combobox', { name: 'Category (required)' });
  await page.getByRole('button', { name: 'Start writing' }).click();
  await page.getByText('Choose a category first: readers find the guide there.').waitFor();
  expect(await category.getAttribute('aria-invalid')).toBe('true');
  expect(await axeFindings(page, 'no category')).toEqual([]);
  expect(await guides()).toBe(before);
  await category.fill('Pump');
  await page.getByRole('button', { name: 'Start writing' }).click();
  await step(page, '1. Step 1')
    .or(page.getByRole('button', { name: 'Add a step' }))
    .first()
    .waitFor();
  expect(page.url()).toContain('/edit/guide/');
});

test('only types of guides that the hub takes are offered', async () => {
  const settings = (guideTypes: string[]): Promise<unknown> =>
    desk.core.json('PATCH /benchside/site', { token: desk.token, json: { guideTypes } });
  const guideid = await desk.addGuide('Typed');
  const { guideTypes: all } = await desk.core.json<{ guideTypes: string[] }>('GET /benchside/info');
  await settings(['technique', 'teardown']);
  try {
    {
      await using window = await desk.open('/new/guide');
      const { page } = window;
      const offered = page.getByRole('radiogroup', { name: 'Type' }).getByRole('radio');
      await expect.poll(() => offered.count()).toBe(2);
      expect(await offered.first().isChecked()).toBe(true);
    }
    await using window = await desk.open(`/edit/guide/${guideid}`);
    const { page } = window;
    await page.getByRole('button', { name: 'Details' }).click();
    const options = page.getByLabel('Type').locator('option');
    // The editor also offers the type that the guide has, although the hub takes it for no new guide.
    await expect.poll(() => options.count()).toBe(3);
  } finally {
    await settings(all);
  }
});

test('a step and a whole guide are duplicated, the guide with its forms', async () => {
  const guideid = await desk.addGuideWithForm('Original');
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const { page } = window;
  const titles = (id = guideid): Promise<string[]> => titlesOf(id);
  await step(page, '1. Part 1').click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect.poll(() => titles()).toEqual(['Part 1', 'Part 1', 'Part 2', 'Part 3']);
  expect(texts(await desk.stored(guideid)).slice(0, 2)).toEqual([
    'Part 1: 0 one of 1, 0 two of 1',
    'Part 1: 0 one of 1, 0 two of 1',
  ]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => titles()).toEqual(['Part 1', 'Part 2', 'Part 3']);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate the guide' }).click();
  await page.getByRole('heading', { name: /Copy of Original/ }).waitFor();
  const copy = Number(/guide\/(\d+)/.exec(page.url())?.[1]);
  expect(copy).not.toBe(guideid);
  const stored = await desk.stored(copy);
  expect(stored).toMatchObject({ title: 'Copy of Original', public: false, category: 'Pump' });
  expect(await titles(copy)).toEqual(['Part 1', 'Part 2', 'Part 3']);
  const form = await desk.core.json(`GET /step_forms/stepid/${stored.steps[0]?.stepid}`, {
    token: desk.token,
  });
  expect(form).toMatchObject({ fields: [{ label: 'Depth' }] });
});

test('a step that is taken back while the request that creates it is on its way does not stay', async () => {
  const guideid = await desk.addGuide('Quick hands');
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const { page } = window;
  const titles = (): Promise<string[]> => titlesOf(guideid);
  const copies = (): Promise<number> => step(page, /^\d+\. Part 1/).count();
  const before = await titles();
  const isTakenBack = Promise.withResolvers<void>();
  await page.route(/guides\/-?\d+\/steps$/, async (route) => {
    const response = await route.fetch();
    await isTakenBack.promise;
    await route.fulfill({ response });
  });
  await step(page, '1. Part 1').click();
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect.poll(titles).toEqual(['Part 1', ...before]);
  await page.keyboard.press('Control+z');
  await expect.poll(copies).toBe(1);
  isTakenBack.resolve();
  await expect.poll(titles).toEqual(before);
  await expect.poll(copies).toBe(1);
});

test('a guide becomes a template, and a new guide starts from it with its steps and forms', async () => {
  const guideid = await desk.addGuideWithForm('Skeleton');
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const { page } = window;
  const flags = async (): Promise<string[]> => (await desk.stored(guideid)).flags.map(({ flagid }) => flagid);
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Use as a template');
  await expect.poll(flags).toEqual(['GUIDE_TEMPLATE']);

  await page.goto(`${desk.url}#/new/guide`);
  await page.getByLabel('Start from').selectOption({ label: 'Skeleton' });
  await expect.poll(() => page.getByLabel('Category').inputValue()).toBe('Pump');
  expect(await axeFindings(page, 'new guide')).toEqual([]);
  await page.getByLabel('Title').fill('Replace the seal');
  await page.getByRole('button', { name: 'Start writing' }).click();
  await page.getByRole('heading', { name: /Replace the seal/ }).waitFor();
  const stored = await desk.stored(Number(/guide\/(\d+)/.exec(page.url())?.[1]));
  expect(stored).toMatchObject({ title: 'Replace the seal', public: false, category: 'Pump', flags: [] });
  expect(texts(stored)).toEqual(texts(await desk.stored(guideid)));
  const form = await desk.core.json(`GET /step_forms/stepid/${stored.steps[0]?.stepid}`, {
    token: desk.token,
  });
  expect(form).toMatchObject({ fields: [{ label: 'Depth' }] });

  await page.goto(`${desk.url}#/edit/guide/${guideid}`);
  await choose('No longer use as a template');
  await expect.poll(flags).toEqual([]);
  await page.goto(`${desk.url}#/new/guide`);
  await page.getByRole('button', { name: 'Start writing' }).waitFor();
  await expect.poll(() => page.getByLabel('Start from').count()).toBe(0);
});

test('a guide is written by mouse: steps dragged, added, deleted and restored, pictures dropped, pasted and sorted', async () => {
  const guideid = await desk.addGuide('By mouse');
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const { page } = window;
  const grip = async (n: number): Promise<{ x: number; y: number }> => {
    const box = await page.getByRole('button', { name: new RegExp(`^Move Step ${n}`) }).boundingBox();
    return { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + 24 };
  };
  const [third, first] = [await grip(3), await grip(1)];
  await page.mouse.move(third.x, third.y);
  await page.mouse.down();
  await page.mouse.move(first.x, first.y - 20, { steps: 12 });
  await page.mouse.up();
  const titles = (): Promise<string[]> => titlesOf(guideid);
  await expect.poll(titles).toEqual(['Part 3', 'Part 1', 'Part 2']);

  await step(page, '2. Part 1').click();
  await page.getByRole('button', { name: 'Delete the step' }).click();
  await expect.poll(titles).toEqual(['Part 3', 'Part 2']);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(titles).toEqual(['Part 3', 'Part 1', 'Part 2']);

  await step(page, '1. Part 3').click();
  await page.getByRole('button', { name: 'Add a step after this one' }).click();
  await page.locator('textarea:focus').waitFor();
  await page.keyboard.type('Between');
  await page.getByRole('textbox', { name: 'Title of the step' }).fill('New');
  await expect.poll(titles).toEqual(['Part 3', 'New', 'Part 1', 'Part 2']);

  const pictures = await Promise.all([corners(80, 60), corners(60, 80), corners(70, 70)]);
  const [red, blue, green] = await Promise.all(pictures.map((picture) => picture.png().toBuffer()));
  if (!red || !blue || !green) throw new Error('three pictures are drawn');
  await page.setInputFiles('input[type=file]', { name: 'red.png', mimeType: 'image/png', buffer: red });
  await page.getByRole('img', { name: 'Picture 1' }).waitFor();
  await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'blue.png', { type: 'image/png' }));
    const place = document.querySelector('main fieldset');
    place?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, blue.toString('base64'));
  await page.getByRole('img', { name: 'Picture 2' }).waitFor();
  const images = async (): Promise<unknown> => {
    const { media } = (await desk.stored(guideid)).steps[1] ?? {};
    return Array.isArray(media?.data) ? media.data.map(({ id }) => id) : [];
  };
  await expect.poll(async () => (await images()) as number[]).toHaveLength(2);
  const before = (await images()) as number[];
  await page.getByRole('button', { name: 'Move picture 2 left' }).click();
  await expect.poll(images).toEqual(before.toReversed());
  await page.evaluate(async (data) => {
    const clipboardData = new DataTransfer();
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    clipboardData.items.add(new File([bytes], 'green.png', { type: 'image/png' }));
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, green.toString('base64'));
  await page.getByRole('img', { name: 'Picture 3' }).waitFor();
  await expect.poll(async () => ((await images()) as number[]).slice(0, 2)).toEqual(before.toReversed());
  expect(await images()).toHaveLength(3);
});

test('a guide is outlined by the titles of its steps, which stay when their texts come later', async () => {
  const guideid = await desk.addGuide('Outline');
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const { page } = window;
  const outline = async (): Promise<unknown> =>
    (await desk.stored(guideid)).steps.map(({ title, lines }) => [
      title,
      ...lines.map(({ text_rendered }) => text_rendered),
    ]);
  const before = await outline();
  if (!Array.isArray(before)) throw new Error('a guide has steps');
  for (const title of ['Drain', 'Dry']) {
    await page.getByRole('button', { name: 'Add a step', exact: true }).click();
    await page.getByRole('textbox', { name: 'Title of the step' }).fill(title);
    await expect.poll(outline).toContainEqual([title, '']);
  }
  await expect.poll(outline).toEqual([...before, ['Drain', ''], ['Dry', '']]);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Drain' }).waitFor();
  await page.getByRole('link', { name: 'Dry' }).click();
  await page.getByRole('heading', { name: 'Dry' }).waitFor();
  expect(await page.locator('[data-step-words] li').count()).toBe(0);

  await page.goto(`${desk.url}#/edit/guide/${guideid}`);
  await page.getByRole('navigation').getByRole('button', { name: /Dry/ }).click();
  await line(page, 1).fill('Leave it open for a day.');
  await expect.poll(outline).toContainEqual(['Dry', 'Leave it open for a day.']);
  expect(window.complaints).toEqual([]);
});

test('the step that has the focus in the list of steps is clear of the button below it', async () => {
  const guideid = await desk.addGuide('Many steps', 9);
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const { page } = window;
  await page.setViewportSize({ width: 1024, height: 768 });
  await step(page, '1. Part 1').focus();
  const add = page.getByRole('button', { name: 'Add a step', exact: true });
  const covered: string[] = [];
  for (let n = 1; n < 9; n += 1) {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await whenStill(page);
    const cover = await add.boundingBox();
    const at = await page.locator(':focus').boundingBox();
    if (at && cover && at.y + at.height > cover.y) covered.push(await page.locator(':focus').innerText());
  }
  expect(await page.locator(':focus').innerText()).toContain('Part 9');
  expect(covered).toEqual([]);
});

test('[J5.1] if both put the steps into a new order, both orders are offered', async () => {
  const guideid = await desk.addGuide('Two orders');
  const titles = (): Promise<string[]> => titlesOf(guideid);
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const { page } = window;
  const grip = page.getByRole('button', { name: /^Move Step 3/ });
  await grip.focus();
  const { revisionid, steps } = await desk.stored(guideid);
  const [a, b, c] = steps.map(({ stepid }) => stepid);
  await desk.core.json(`PUT /guides/${guideid}/steporder?revisionid=${revisionid}`, {
    token: desk.token,
    json: { stepids: [b, a, c] },
  });
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByRole('region', { name: 'Order of the steps' }).waitFor();
  expect(await axeFindings(page, 'order of the steps')).toEqual([]);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(titles).toEqual(['Part 1', 'Part 3', 'Part 2']);
});

test('a line that both changed is decided in its place, and invalid details are explained', async () => {
  const guideid = await desk.addGuide('Two at once');
  await using window = await desk.open(`/edit/guide/${guideid}`);
  const { page } = window;
  await step(page, '1. Part 1').click();
  await line(page, 1).fill('mine');
  const { steps } = await desk.stored(guideid);
  const [theirs] = steps;
  await desk.core.json(`PATCH /guides/${guideid}/steps/${theirs?.stepid}?revisionid=${theirs?.revisionid}`, {
    token: desk.token,
    json: {
      title: 'Their title',
      lines: theirs?.lines.map(({ lineid, text_raw }, n) => ({
        lineid,
        text: n === 0 ? 'theirs' : text_raw,
        bullet: 'black',
        level: 0,
      })),
    },
  });
  await page.getByText('This was changed elsewhere while you were editing it').waitFor();
  expect(await page.locator('ins').allTextContents()).toEqual(['[added: mine]', '[added: theirs]']);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(async () => texts(await desk.stored(guideid))[0]).toBe('Their title: 0 mine, 0 two of 1');

  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('textbox', { name: 'Summary' }).fill('x'.repeat(156));
  await page.getByText('156 characters; at most 155 fit.').waitFor();
  await page.getByText('Kept as a draft: one thing cannot be saved yet').first().waitFor();
  await page.getByRole('link', { name: 'Done' }).click();
  const question = page.getByRole('dialog', { name: 'Leave before everything is saved?' });
  await question.getByText('Kept as a draft: one thing cannot be saved yet').waitFor();
  expect(await axeFindings(page, 'leaving')).toEqual([]);
  await question.getByRole('button', { name: 'Continue editing' }).click();
  await page.getByText('156 characters; at most 155 fit.').waitFor();
  await page.getByRole('link', { name: 'Done' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Two at once' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Restore it' }).click();
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByText('156 characters; at most 155 fit.').waitFor();
  const other = await desk.addGuide('Needs the first');
  const { revisionid } = await desk.stored(other);
  await desk.core.json(`PATCH /guides/${other}?revisionid=${revisionid}`, {
    token: desk.token,
    json: { prerequisites: [guideid] },
  });
  const needed = page.getByRole('combobox', { name: 'Prerequisites' });
  await needed.fill('Needs the');
  await page.getByRole('option', { name: /Needs the first/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText(/prerequisites may not form a circle/).waitFor();
  await page.getByRole('button', { name: 'Remove Needs the first' }).click();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Make private' }).click();
  await expect.poll(async () => (await desk.stored(guideid)).public).toBe(false);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await desk.stored(guideid)).public).toBe(true);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete the guide' }).click();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await page.getByRole('heading', { name: 'Two at once' }).waitFor();
  expect((await desk.stored(guideid)).title).toBe('Two at once');
});

test('a form is made for a step, tried, saved, and decided about if another person changed it', async () => {
  const guideid = await desk.addGuide('With a form');
  const stepid = (await desk.stored(guideid)).steps[0]?.stepid ?? 0;
  const stored = (): Promise<StepForm> =>
    desk.core.json(`GET /step_forms/stepid/${stepid}`, { token: desk.token });
  await using window = await desk.open(`/edit/guide/${guideid}/form/${stepid}`);
  const { page } = window;
  const add = async (type: string, label: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByRole('menuitem', { name: type, exact: true }).click();
    await page.getByRole('textbox', { name: 'Label' }).last().fill(label);
  };
  await add('Number', 'Torque');
  await page.getByRole('checkbox', { name: 'At most' }).check();
  await page.getByRole('textbox', { name: 'At most' }).fill('12');
  await page.getByRole('textbox', { name: 'Lowest' }).fill('8');
  await page.getByRole('textbox', { name: 'Highest' }).fill('7');
  await page.getByText('The lowest pass limit is greater than the highest.').waitFor();
  await page.getByRole('textbox', { name: 'Highest' }).fill('10.5');
  await page.getByRole('textbox', { name: 'Unit' }).fill('Nm');
  await page.getByRole('checkbox', { name: 'Offer “Not applicable”' }).check();
  await add('Radio buttons', 'Colour');
  await page.getByRole('textbox', { name: 'Choice 1' }).fill('red');
  await page.getByRole('textbox', { name: 'Choice 2' }).fill('green');
  await page.getByRole('button', { name: 'Choice 2 fails' }).click();
  await page.getByRole('textbox', { name: 'Choice 2' }).fill('blue');
  for (const [type, label] of [
    ['Short text', 'Serial number'],
    ['Long text', 'Remarks'],
    ['Checkbox', 'Clean'],
    ['Picture', 'Proof'],
    ['Signature', 'Signed'],
    ['Date', 'Tested on'],
    ['Drop-down list', 'Shelf'],
  ] as const)
    await add(type, label);
  await page.getByRole('checkbox', { name: 'Must be answered with yes or no' }).check();
  await page.getByRole('checkbox', { name: '“No” is out of limits' }).check();
  await page.getByRole('textbox', { name: 'Choice 1' }).last().fill('A');
  await page.getByRole('button', { name: 'Remove choice 2' }).last().click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('textbox', { name: 'Torque' }).fill('13');
  await preview
    .getByText(/12 or less/)
    .first()
    .waitFor();
  const clean = preview.getByRole('group', { name: 'Clean' });
  await clean.getByText('Needs an answer: yes or no.').waitFor();
  await clean.getByRole('button', { name: 'No' }).click();
  await preview.getByRole('checkbox', { name: 'Clean', checked: false }).waitFor();
  await preview.getByText('Out of limits: must be “Yes”').waitFor();
  await page.getByRole('button', { name: 'Save the form' }).click();
  await expect
    .poll(async () => (await stored()).fields.map(({ field_type, label }) => [field_type, label]))
    .toEqual([
      ['Numeric Input', 'Torque'],
      ['Radios', 'Colour'],
      ['Text Input', 'Serial number'],
      ['Text Area', 'Remarks'],
      ['Checkbox', 'Clean'],
      ['Image', 'Proof'],
      ['Image', 'Signed'],
      ['Text Input', 'Tested on'],
      ['Select', 'Shelf'],
    ]);
  expect((await stored()).fields.flatMap(({ benchside }) => benchside ?? [])).toEqual([
    { lowest: 8, highest: 10.5, unit: 'Nm', notApplicable: true },
    { fails: ['blue'] },
    { required: true, noFails: true },
    { signature: true },
    { date: true },
  ]);
  await page.getByRole('button', { name: 'Saved' }).waitFor();

  await desk.core.json(`POST /step_forms/${stepid}`, {
    token: desk.token,
    json: { fields: [{ field_type: 'Text Input', label: 'Theirs' }] },
  });
  await page.getByRole('textbox', { name: 'Label' }).first().fill('Torque in Nm');
  await page.getByRole('button', { name: /^Move Field 3/ }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByRole('button', { name: 'Save the form' }).click();
  await page.getByText('Someone else has changed this form').waitFor();
  await page.getByRole('button', { name: 'Save mine anyway' }).click();
  await expect
    .poll(async () => (await stored()).fields.map(({ label }) => label))
    .toEqual([
      'Torque in Nm',
      'Serial number',
      'Colour',
      'Remarks',
      'Clean',
      'Proof',
      'Signed',
      'Tested on',
      'Shelf',
    ]);
});

test('a category is written with a preview beside it, and an invalid parent is explained', async () => {
  const { core, token } = desk;
  await core.json('POST /wikis', { token, json: { namespace: 'CATEGORY', title: 'Machines', contents: '' } });
  await using window = await desk.open('/new/wiki/CATEGORY/Mills');
  const { page } = window;
  await page.getByRole('combobox', { name: 'Parent category' }).fill('Machin');
  await page.getByRole('option', { name: 'Machines' }).click();
  await page.getByRole('button', { name: 'Start writing' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('They grind.');
  await page.getByRole('textbox', { name: 'Text' }).selectText();
  await page.getByRole('button', { name: 'Bold' }).click();
  await page
    .getByRole('region', { name: 'Preview: Text' })
    .locator('strong', { hasText: 'They grind.' })
    .waitFor();
  const mills = (title: string): Promise<CategoryWiki> =>
    core.json(`GET /wikis/CATEGORY/${title}`, { token });
  await expect.poll(async () => (await mills('Mills')).contents_raw).toBe("'''They grind.'''");
  expect((await mills('Mills')).parent).toBe('Machines');

  await page.goto(`${desk.url}#/edit/wiki/CATEGORY/Machines`);
  // Until then the fields of the other category are on screen.
  await expect.poll(() => page.title()).toContain('Machines');
  const parent = page.getByRole('combobox', { name: 'Parent category' });
  await parent.fill('Mills');
  await parent.press('Tab');
  await page.getByText(/categories may not form a circle/).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('textbox', { name: 'Description' }).fill('Big ones.');
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Machines', level: 1 }).waitFor();
  await expect.poll(async () => (await mills('Machines')).description).toBe('Big ones.');
});

test('the history marks changes inside the text, restores a version, and undoes that', async () => {
  const guideid = await desk.addGuide('Old and new');
  const { core, token } = desk;
  const { revisionid, steps } = await desk.stored(guideid);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { subject: 'Seal' } });
  await core.json(`PATCH /guides/${guideid}/steps/${steps[0]?.stepid}?revisionid=${steps[0]?.revisionid}`, {
    token,
    json: {
      lines: steps[0]?.lines.map(({ lineid, text_raw }, n) => ({
        lineid,
        text: n === 0 ? 'one of 1, slowly' : text_raw,
        bullet: n === 1 ? 'icon_caution' : 'black',
        level: 0,
      })),
    },
  });
  await using window = await desk.open(`/history/guide/${guideid}`);
  const { page } = window;
  await page.getByRole('heading', { name: 'Step 1: changed' }).waitFor();
  expect(await page.locator('ins').allTextContents()).toEqual(['[added: , slowly]']);
  await page.getByText('Mark: Black circle → Caution').waitFor();
  await page.getByText('2 steps are the same').waitFor();
  await page.getByRole('navigation', { name: 'Versions' }).getByRole('button').nth(2).click();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect.poll(async () => (await desk.stored(guideid)).subject).toBe('');
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await desk.stored(guideid)).subject).toBe('Seal');
  const revisions = await core.json<GuideRevision[]>(`GET /benchside/guides/${guideid}/revisions`, { token });
  expect(revisions.length).toBeGreaterThanOrEqual(7);
});

test('comments are written, answered, changed and deleted, and a deletion is undone in time', async () => {
  const guideid = await desk.addGuide('Talked about');
  const comments = async (): Promise<Comment[]> => (await desk.stored(guideid)).comments;
  {
    await using window = await desk.open(`/guide/${guideid}`);
    const { page } = window;
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('Which seal?');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article').getByText('Which seal?', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.getByRole('textbox', { name: 'Reply to Ines' }).fill('The 12 mm one.');
    await page.getByRole('button', { name: 'Reply' }).last().click();
    await expect.poll(async () => (await comments())[0]?.replies.length).toBe(1);
    const focused = (): Promise<string> => page.locator('button:focus').innerText();
    expect(await focused()).toBe('Reply');
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByRole('textbox', { name: 'Edit' }).fill('Which seal fits?');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await comments())[0]?.text_raw).toBe('Which seal fits?');
    expect(await focused()).toBe('Edit');
    await page.getByRole('button', { name: 'Delete' }).first().press('Enter');
    await page.getByText('The comment and its replies are deleted.').waitFor();
    expect(await focused()).toBe('Undo');
    await page.keyboard.press('Enter');
    await page.getByText('The 12 mm one.').waitFor();
    expect(await focused()).toBe('Delete');
    await page.getByRole('button', { name: 'Delete' }).last().press('Enter');
    await page.getByText('The comment is deleted.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The 12 mm one.').waitFor();
    expect(await comments()).toHaveLength(1);
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('Half a thou');
    await page.getByText('Kept as a draft').waitFor();
    await page.goto('about:blank');
  }
  await using again = await desk.open(`/guide/${guideid}`);
  await again.page.getByText(/This is what you typed on/).waitFor();
  await expect
    .poll(() => again.page.getByRole('textbox', { name: 'Write a comment' }).inputValue())
    .toBe('Half a thou');
  await again.page.getByRole('button', { name: 'Delete' }).first().click();
  await again.page.getByRole('link', { name: /Home/ }).click();
  await expect.poll(comments).toEqual([]);
});

test('axe finds nothing on any of the editors, in light and in dark, and all targets are large enough for gloves', async () => {
  const guideid = await desk.addGuide('Looked at');
  const stepid = (await desk.stored(guideid)).steps[0]?.stepid ?? 0;
  const { core, token } = desk;
  await core.json('POST /wikis', {
    token,
    json: { namespace: 'WIKI', title: 'House rules', contents: 'Be kind.' },
  });
  await core.json(`PUT /benchside/drafts/wiki-WIKI-House rules`, {
    token,
    json: { shape: 1, units: [{ kind: 'contents', base: 'Be kind.', value: 'Be very kind.' }] },
    expect: 204,
  });
  await using window = await desk.open('/new/guide');
  const { page } = window;
  const places: Record<string, string> = {
    '/new/guide': 'New guide',
    [`/edit/guide/${guideid}`]: 'Difficulty',
    [`/edit/guide/${guideid}?step=${stepid}`]: 'Step 1 of 3',
    [`/edit/guide/${guideid}/form/${stepid}`]: 'Preview',
    [`/history/guide/${guideid}`]: 'Version history: Looked at',
    '/edit/wiki/WIKI/House%20rules': 'Picture',
    '/new/wiki/CATEGORY': 'New category',
    [`/guide/${guideid}`]: 'Comments',
  };
  const found: string[] = [];
  for (const [place, heading] of Object.entries(places)) {
    await page.goto('about:blank');
    await page.goto(`${desk.url}#${place}`);
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
    found.push(...(await axeFindingsInBothSchemes(page, place)));
    // Large enough for gloves; check boxes include their whole label.
    const small = await page
      .locator(
        'main :is(button, select, input:not([type=radio], [type=checkbox]), textarea, a[class], label:has(input))',
      )
      .evaluateAll((elements) =>
        elements
          .filter((element) => {
            const { width, height } = element.getBoundingClientRect();
            return element.checkVisibility() && (height < 48 || width < 48);
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
    found.push(...small.map((html) => `${place}: too small ${html}`));
  }
  expect(found).toEqual([]);
}, 300_000);
