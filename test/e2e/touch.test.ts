import type { CDPSession, Locator, Page } from 'playwright';
import { expect, test } from 'vitest';

import { folder, goTo, launchDesk, shown, startHub, untilSynced } from './helpers.ts';
import type { Desk } from './helpers.ts';
import { formFields, technician } from './workshop.ts';

const guideid = 5;
const stepid = 501;

test('a guide is read, and a job is done and finished, with nothing but a finger', async () => {
  const { desk, finger } = await deskWithFinger();
  const { page } = desk;
  const { tap, swipe, pinch } = finger;
  await goTo(page, `/guide/${guideid}`);
  await tap(page.getByRole('link', { name: /^(Start: \d+ steps|From the start)/ }).first());
  const atStep = (step: number): Promise<void> =>
    page
      .getByText(new RegExp(`^Step ${step} of \\d+`))
      .first()
      .waitFor();
  await atStep(1);
  await tap(page.getByRole('button', { name: /^Next/ }));
  await atStep(2);
  await swipe(page.locator('[data-step-words]'), 300);
  await atStep(1);
  // Too short to count as a swipe.
  await swipe(page.locator('[data-step-words]'), -30);
  await swipe(page.locator('[data-step-words]'), -300);
  await atStep(2);

  await tap(page.locator('main button:has(img)').first());
  const zoom = page.getByRole('dialog');
  await zoom.waitFor();
  await pinch(zoom);
  await expect
    .poll(async () => Number.parseInt(await zoom.locator('output').innerText(), 10))
    .toBeGreaterThan(150);
  await tap(zoom.getByRole('button', { name: 'Close', exact: true }));
  await zoom.waitFor({ state: 'detached' });

  await tap(page.getByRole('link', { name: 'Start work' }));
  await tap(page.getByLabel('Work order number'));
  // Inserts text as an on-screen keyboard or a scanner does.
  await page.keyboard.insertText('WO-77');
  await tap(page.getByRole('button', { name: 'Start work' }));
  await page.getByText('WO-77').first().waitFor();
  await tap(page.getByRole('button', { name: 'All steps' }));
  await tap(page.getByRole('dialog').getByRole('link', { name: 'Know what is where' }));
  await tap(page.getByLabel('Serial number'));
  await page.keyboard.insertText('SN-9');
  await tap(page.getByText('II', { exact: true }));
  await tap(page.getByText('Cord without damage'));
  await tap(page.getByRole('button', { name: 'Pause' }));
  await tap(page.getByRole('button', { name: 'Resume' }));
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const next = page.locator('nav button').last();
  for (let at = await place(page); !at.endsWith('/finish'); at = await place(page)) {
    await tap(next);
    await expect.poll(() => place(page), { timeout: 20_000 }).not.toBe(at);
  }
  await tap(page.getByRole('button', { name: 'Finish the job', exact: true }));
  await page.getByRole('heading', { name: 'Job finished' }).waitFor();
  await page.getByText('SN-9').waitFor();
  await shown(page, 'work-finished-by-touch');
  expect(desk.errors).toEqual([]);
});

test('touch targets on the main screens are 48 pixels high and wide', async () => {
  const { desk } = await deskWithFinger();
  const { page, app } = desk;
  const entryid = await page.evaluate(async (id) => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const body = JSON.stringify({ guideid: id, workorderid: 'WO-78' });
    return (await (await fetch('/api/2.0/work_log', { ...init, body })).json()).entryid as number;
  }, guideid);
  // A 13-inch screen.
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800));
  const screens: [where: string, ready: string][] = [
    ['/', 'main a[href^="#/category/"]'],
    ['/search?q=drill', 'main [data-row]'],
    [`/guide/${guideid}`, 'main h1'],
    [`/guide/${guideid}/step/${stepid}`, '#step-title'],
    [`/guide/${guideid}/work`, '#workorderid'],
    [`/run/${entryid}/step/${stepid}`, '[data-step-form]'],
    [`/run/${entryid}/finish`, 'main h1'],
    ['/work-logs', 'main [data-row]'],
    ['/sync', 'main h1'],
    ['/settings', 'main h1'],
  ];
  const small: string[] = [];
  for (const [where, ready] of screens) {
    await goTo(page, where);
    await page.locator(ready).first().waitFor();
    small.push(...(await tooSmall(page)).map((what) => `${where}: ${what}`));
  }
  expect(small).toEqual([]);
});

/** Exempts links inside a sentence, and targets that a label or row enlarges. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .map((element) => ({ element, target: element.closest('label') ?? element }))
      .filter(({ element, target }) => {
        if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
        const { width, height } = target.getBoundingClientRect();
        if (width <= 1 || height <= 1) return false;
        if (element.matches('p a, li p a, dd a, td a') && getComputedStyle(element).display === 'inline')
          return false;
        return Math.round(width) < 48 || Math.round(height) < 48;
      })
      .map(({ element, target }) => {
        const { width, height } = target.getBoundingClientRect();
        return `${Math.round(width)} × ${Math.round(height)} ${element.outerHTML.slice(0, 140)}`;
      }),
  );

interface Finger {
  tap: (target: Locator) => Promise<void>;
  swipe: (target: Locator, dx: number) => Promise<void>;
  /** Moves two fingers apart. */
  pinch: (target: Locator) => Promise<void>;
}

async function deskWithFinger(): Promise<{ desk: Desk; finger: Finger }> {
  const hub = await startHub();
  const env = { BENCHSIDE_TRIAL: `${technician.email}:${technician.password}` };
  const desk = await launchDesk({ data: folder(), site: hub.url, env });
  await untilSynced(desk.page);
  await desk.page.evaluate(
    async ([step, given]) => {
      const headers = { 'Content-Type': 'application/json' };
      await fetch(`/api/2.0/step_forms/${step}`, { method: 'POST', headers, body: given });
    },
    [stepid, JSON.stringify({ fields: formFields })] as const,
  );
  return { desk, finger: fingerOn(await desk.page.context().newCDPSession(desk.page)) };
}

interface Point {
  x: number;
  y: number;
}

function fingerOn(session: CDPSession): Finger {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: touchPoints.map((point, id) => ({ ...point, id })),
    });
  const middle = async (target: Locator): Promise<Point> => {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error('there is nothing to touch');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return {
    tap: async (target) => {
      await target.waitFor();
      // A browser takes a touch right after a swipe as its end and sends no click; a person touches again.
      const touched = async (): Promise<boolean> => {
        const clicked = target.evaluate(
          (element) =>
            new Promise<boolean>((resolve) => {
              element.addEventListener('click', () => resolve(true), { capture: true, once: true });
              setTimeout(() => resolve(false), 1_000);
            }),
        );
        await send('touchStart', await middle(target));
        await send('touchEnd');
        return clicked;
      };
      await expect.poll(touched, { timeout: 30_000 }).toBe(true);
    },
    swipe: async (target, dx) => {
      const { x, y } = await middle(target);
      await send('touchStart', { x, y });
      for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', { x: x + dx * part, y });
      await send('touchEnd');
    },
    pinch: async (target) => {
      const { x, y } = await middle(target);
      await send('touchStart', { x: x - 40, y }, { x: x + 40, y });
      for (const apart of [80, 120, 160]) await send('touchMove', { x: x - apart, y }, { x: x + apart, y });
      await send('touchEnd');
    },
  };
}

const place = (page: Page): Promise<string> => page.evaluate(() => location.hash.slice(1));
