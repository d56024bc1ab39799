import type { CDPSession, Page } from 'playwright';

/** What has to be on screen, as selectors: each of `all`, and none of `none`; `place` begins the address. */
export interface Picture {
  place: string;
  all: string[];
  none?: string[];
}

const longestMs = 20_000;

/** Nobody touches what they have not seen yet, and good typists press eight keys a second. */
const seenMs = 200;
const betweenKeysMs = 120;
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Starts to wait in the page: from the next touch or key to the first frame that has the picture. Milliseconds. */
async function watch(page: Page, picture: Picture): Promise<() => Promise<number>> {
  await page.evaluate(
    ([{ place, all, none = [] }, most]) => {
      const skeleton = '.mantine-Skeleton-root';
      const isThere = (): boolean =>
        location.hash.slice(1).startsWith(place) &&
        all.every((selector) => document.querySelector(selector)) &&
        [skeleton, ...none].every((selector) => !document.querySelector(selector));
      const measured = new Promise<number>((resolve) => {
        const begin = ({ timeStamp }: Event): void => {
          removeEventListener('pointerdown', begin, true);
          removeEventListener('keydown', begin, true);
          const late = setTimeout(() => resolve(Number.NaN), most);
          const look = (): void => {
            if (!isThere()) return;
            observer.disconnect();
            clearTimeout(late);
            // The first begins the frame that draws it; by the second that frame was handed over.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)));
          };
          const observer = new MutationObserver(look);
          observer.observe(document, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true,
          });
        };
        addEventListener('pointerdown', begin, true);
        addEventListener('keydown', begin, true);
      });
      Object.assign(globalThis, { measured });
    },
    [picture, longestMs] as const,
  );
  return async () => {
    const ms = await page.evaluate(() => (globalThis as unknown as { measured: Promise<number> }).measured);
    if (Number.isNaN(ms)) throw new Error(`${picture.place} was not drawn, but ${page.url()}`);
    return ms;
  };
}

/** A finger on an element, until the picture that follows is drawn. */
export async function touch(
  page: Page,
  finger: CDPSession,
  selector: string,
  picture: Picture,
): Promise<number> {
  const element = page.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error(`${selector} is not on screen`);
  await pause(seenMs);
  const measured = await watch(page, picture);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return measured();
}

/** The next key of somebody who types, until the picture that follows is drawn. */
export async function key(page: Page, name: string, picture: Picture): Promise<number> {
  await pause(betweenKeysMs);
  const measured = await watch(page, picture);
  await page.keyboard.press(name);
  return measured();
}
