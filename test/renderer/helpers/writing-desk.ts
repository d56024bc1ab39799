import type { Browser } from 'playwright';
import { expect } from 'vitest';

import { listen } from '../../../app/http/node.ts';
import { serveRenderer } from '../../../app/http/static.ts';
import { isCoreAddress } from '../../../app/http/desk-window.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import type { TestCore } from '../../helpers/core.ts';
import { testCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import type { WatchedPage } from './browser.ts';
import { watchedPage } from './browser.ts';

export interface WritingDesk extends AsyncDisposable {
  core: TestCore;
  token: string;
  url: string;
  /** Creates a guide with three steps of two lines each. */
  addGuide(title: string): Promise<number>;
  stored(guideid: number): Promise<Guide>;
  /** Uploads a picture and shows it in the first step. */
  addPicture(
    guideid: number,
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<{ picture: MediaImage; stepid: number }>;
  /** Returns the picture that the first step shows. */
  picture(guideid: number): Promise<MediaImage>;
}

/** Serves the built page with a real core; everyone who opens it is an admin. */
export async function startWritingDesk(folder: string): Promise<WritingDesk> {
  const core = testCore();
  const { token } = await addPerson(core, 'Ines', { role: 'admin' });
  const page = serveRenderer(folder);
  const server = await listen(
    (request) => {
      if (!isCoreAddress(new URL(request.url).pathname)) return page(request);
      const headers = new Headers(request.headers);
      headers.set('Authorization', `api ${token}`);
      return core.fetch(new Request(request, { headers }));
    },
    { host: '127.0.0.1', port: 0 },
  );
  const stored = (guideid: number): Promise<Guide> =>
    core.json(`GET /guides/${guideid}?unpatrolled`, { token });
  return {
    core,
    token,
    url: `${server.origin}/`,
    addGuide: async (title) => {
      const { guideid } = await core.json<Guide>('POST /guides', {
        token,
        json: { category: 'Pump', type: 'repair', title, public: true },
      });
      for (const orderby of [1, 2, 3])
        await core.json(`POST /guides/${guideid}/steps`, {
          token,
          json: {
            orderby,
            title: `Part ${orderby}`,
            lines: ['one', 'two'].map((text) => ({
              text: `${text} of ${orderby}`,
              bullet: 'black',
              level: 0,
            })),
          },
        });
      return guideid;
    },
    stored,
    addPicture: async (guideid, name, body) => {
      const picture = await core.json<MediaImage>(`POST /user/media/images?file=${name}`, { token, body });
      const [step] = (await stored(guideid)).steps;
      await core.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
        token,
        json: { media: { type: 'image', data: [picture.image.id] } },
      });
      return { picture, stepid: step?.stepid ?? 0 };
    },
    picture: async (guideid) => {
      const { steps } = await stored(guideid);
      const media = steps[0]?.media as { data: { guid: string }[] };
      return core.json(`GET /media/images/${media.data[0]?.guid}`, { token });
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await core[Symbol.asyncDispose]();
    },
  };
}

export type Window = WatchedPage & AsyncDisposable;

export async function openWindow(
  browser: Browser,
  url: string,
  place: string,
  locale = 'en-GB',
): Promise<Window> {
  const { context, page, complaints } = await watchedPage(browser, { locale });
  await page.goto(`${url}#${place}`);
  return {
    context,
    page,
    complaints,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      expect(complaints).toEqual([]);
    },
  };
}
