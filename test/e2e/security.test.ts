import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ipcCallNames } from '../../shared/ipc.ts';
import { folder, launchDesk, shown, startHub } from './helpers.ts';

test('a page has no Node, opens no window, stays where it is, and runs no script but its own', async () => {
  const hub = await startHub();
  const { app, page } = await launchDesk({ data: folder(), site: hub.url });
  await page.getByRole('main').waitFor();

  const powers = await page.evaluate(() => ({
    require: typeof Reflect.get(globalThis, 'require'),
    process: typeof Reflect.get(globalThis, 'process'),
    bridge: Object.keys(Reflect.get(globalThis, 'benchside')).toSorted(),
    opened: window.open('https://example.org/') === null,
  }));
  expect(powers).toEqual({
    require: 'undefined',
    process: 'undefined',
    bridge: [...ipcCallNames, 'on'].toSorted(),
    opened: true,
  });
  expect(app.windows()).toHaveLength(1);

  await page.evaluate(() => {
    location.href = 'https://example.org/';
  });
  await page.evaluate(() => {
    location.href = 'file:///etc/passwd';
  });
  const inline = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        const script = document.createElement('script');
        script.textContent = 'document.title = "owned"';
        document.body.append(script);
      }),
  );
  expect(inline).toMatch(/^script-src/);
  expect(await page.title()).not.toBe('owned');
  expect(page.url()).toMatch(/^benchside:\/\/desk\//);

  const outside = await page.evaluate(
    (url) => fetch(url).then(String, (error: unknown) => String(error)),
    hub.url,
  );
  expect(outside).toMatch(/TypeError/);
  const asked = await page.evaluate(async () => {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    return state;
  });
  expect(asked).toBe('denied');
});

test('the bridge opens only web and mail addresses, and refuses unknown calls', async () => {
  const { page } = await launchDesk({ data: folder() });
  const refused = await page.evaluate(async () => {
    const { openExternal, on } = Reflect.get(globalThis, 'benchside') as {
      openExternal(url: string): Promise<void>;
      on(name: string, listener: () => void): () => void;
    };
    const words = (error: unknown): string => String(error);
    const urls = ['file:///etc/passwd', 'javascript:alert(1)', 'smb://server/share', 'no address'];
    const opened = await Promise.all(urls.map((url) => openExternal(url).then(() => 'opened', words)));
    let unknown = '';
    try {
      on('will-quit', () => undefined);
    } catch (error) {
      unknown = words(error);
    }
    return [...opened, unknown];
  });
  for (const words of refused) expect(words).toMatch(/Only http, https and mailto|no event/);
});

test('a damaged data folder is reported in a window, with its path', async () => {
  const data = folder();
  writeFileSync(join(data, 'benchside.sqlite'), 'this is no database, whatever its name says'.repeat(100));
  const { page } = await launchDesk({ data });
  await page.getByRole('heading', { name: 'Your data could not be opened' }).waitFor();
  const words = await page.getByRole('alert').innerText();
  expect(words).toContain(data);
  await shown(page, 'data-damaged');
});
