import type { Browser, Page } from 'playwright';
import { onTestFinished } from 'vitest';

import { isCoreAddress } from '../../../app/http/desk-window.ts';
import { listen } from '../../../app/http/node.ts';
import { serveRenderer } from '../../../app/http/static.ts';
import { hashToken, newToken } from '../../../app/identity/hub.ts';
import { workWorld } from '../../helpers/work.ts';
import type { Someone, WorkWorld } from '../../helpers/work.ts';
import { watchedPage } from './browser.ts';
import type { BuiltPage } from './built-page.ts';

export interface WorkBench {
  world: WorkWorld;
  page: Page;
  /** The person signed in, read with each request; null for nobody. */
  who: Someone | null;
  open(place: string): Promise<void>;
}

/** Opens the built page in a real browser, on a real core with people and a guide. The test's end closes all. */
export async function workBench(
  built: BuiltPage,
  {
    browser = built.browser,
    locale = 'en-GB',
    who = 'author',
  }: { browser?: Browser; locale?: string; who?: Someone } = {},
): Promise<WorkBench> {
  const world = await workWorld();
  onTestFinished(() => world[Symbol.asyncDispose]());
  const tokenOf = (who: Someone): string => {
    const token = newToken();
    world.core.ctx.store.transact(null, (s) => s.users.addSession(world.userids[who], hashToken(token)));
    return token;
  };
  const tokens = {
    admin: tokenOf('admin'),
    author: tokenOf('author'),
    owner: tokenOf('owner'),
    other: tokenOf('other'),
  };
  const { page } = await watchedPage(browser, { locale });
  const files = serveRenderer(built.folder);
  const made: WorkBench = {
    world,
    page,
    who,
    open: async (place) => {
      await page.goto('about:blank');
      await page.goto(`${server.origin}/#${place}`);
    },
  };
  const server = await listen(
    async (request) => {
      if (!isCoreAddress(new URL(request.url).pathname)) return files(request);
      const headers = new Headers(request.headers);
      if (made.who !== null) headers.set('Authorization', `api ${tokens[made.who]}`);
      return world.core.fetch(new Request(request, { headers }));
    },
    { host: '127.0.0.1', port: 0 },
  );
  onTestFinished(async () => {
    await page.context().close();
    await server.close();
  });
  return made;
}
