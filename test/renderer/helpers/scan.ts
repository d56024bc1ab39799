import type { Page } from 'playwright';
import { expect } from 'vitest';

/** Types as a scanner does: all keys at once, Enter at the end. Fails if the browser does not give the page all of them. */
export async function scan(page: Page, text: string): Promise<void> {
  const heard = await page.evaluateHandle(() => {
    const keys: string[] = [];
    window.addEventListener('keydown', ({ key }) => keys.push(key), { capture: true });
    return keys;
  });
  const session = await page.context().newCDPSession(page);
  // This holds however slowly the machine delivers them.
  let timestamp = Date.now() / 1000;
  const press = (key: string, more: { text: string; windowsVirtualKeyCode?: number }): Promise<unknown>[] => {
    timestamp += 0.005;
    return [
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, timestamp, ...more }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp }),
    ];
  };
  await Promise.all([
    ...[...text].flatMap((key) => press(key, { text: key })),
    ...press('Enter', { text: '\r', windowsVirtualKeyCode: 13 }),
  ]);
  await session.detach();
  // The page may keep the Enter to itself.
  expect((await heard.jsonValue()).join('').slice(0, text.length)).toBe(text);
}
