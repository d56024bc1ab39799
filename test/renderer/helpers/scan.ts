import type { Page } from 'playwright';

/** Types as a scanner does: all keys at once, Enter at the end. */
export async function scan(page: Page, text: string): Promise<void> {
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
}
