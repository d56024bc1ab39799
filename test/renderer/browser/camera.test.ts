import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { openBrowser } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { filmOfCode } from '../helpers/code39.ts';
import { runBenches } from '../helpers/run-bench.ts';

const built = builtPage();
const bench = runBenches(built);

it('a work order is scanned by the camera, with the desk’s own files only', async () => {
  const film = join(built.folder, 'code.y4m');
  writeFileSync(film, filmOfCode('WO-4711'));
  const withCamera = await openBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  onTestFinished(() => withCamera.close());
  const { page, world, open, run } = await bench(withCamera);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).hostname));
  await open(`/guide/${world.guideid}/work`);
  await page.getByRole('button', { name: 'Scan by camera' }).click();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Work order number' }).inputValue(), { timeout: 20_000 })
    .toBe('WO-4711');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: 'Start work' }).press('Enter');
  await page.getByText('Step 1 of 3').first().waitFor();
  expect((await run()).workorderid).toBe('WO-4711');
  expect(new Set(asked)).toEqual(new Set(['127.0.0.1']));
});

it('no picture is taken before the camera shows one', async () => {
  const withCamera = await openBrowser([
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ]);
  onTestFinished(() => withCamera.close());
  const made = await bench(withCamera);
  const { page, world } = made;
  // A camera that starts slowly.
  await page.addInitScript(() => {
    const source = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject');
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
      set(this: HTMLMediaElement, stream: unknown) {
        document.title = 'the camera is on';
        window.addEventListener('picture', () => source?.set?.call(this, stream), { once: true });
      },
    });
  });
  const { entryid } = await world.start('WO-P');
  await made.open(`/run/${entryid}/step/${world.steps[1]}`);
  await page.getByRole('button', { name: 'Camera' }).click();
  await expect.poll(() => page.title()).toBe('the camera is on');
  await page.getByText('The camera starts …').waitFor();
  expect(await page.getByRole('button', { name: 'Take the picture' }).isDisabled()).toBe(true);
  await page.evaluate(() => window.dispatchEvent(new Event('picture')));
  await page.getByRole('button', { name: 'Take the picture' }).click();
  await page.getByRole('button', { name: 'Use it' }).click();
  await page.getByRole('img', { name: 'Picture for Label' }).waitFor();
});
