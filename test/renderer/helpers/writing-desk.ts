import { afterAll, beforeAll, expect } from 'vitest';

import type { HttpServer } from '../../../app/http/node.ts';
import { listen } from '../../../app/http/node.ts';
import { serveRenderer } from '../../../app/http/static.ts';
import { isCoreAddress } from '../../../app/http/desk-window.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import type { CallOptions, TestCore } from '../../helpers/core.ts';
import { testCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import type { WatchedPage } from './browser.ts';
import { watchedPage } from './browser.ts';
import { builtPage } from './built-page.ts';

export interface WritingDesk {
  core: TestCore;
  token: string;
  url: string;
  /** Creates a guide with steps of two lines each: three, unless told. */
  addGuide(title: string, steps?: number): Promise<number>;
  /** Creates such a guide, whose first step has a form with the field "Depth". */
  addGuideWithForm(title: string): Promise<number>;
  stored(guideid: number): Promise<Guide>;
  /** Uploads a picture and shows it in the first step. */
  addPicture(
    guideid: number,
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<{ picture: MediaImage; stepid: number }>;
  /** Returns the picture that the first step shows. */
  picture(guideid: number): Promise<MediaImage>;
  /** Opens a place in a window of its own. */
  open(place: string, locale?: string): Promise<Window>;
}

export type Window = WatchedPage & AsyncDisposable;

/** Serves the built page with a real core for the tests of a file; everyone who opens it is an admin. Its fields are there once tests run. */
export function writingDesk(): WritingDesk {
  const built = builtPage();
  let running: { core: TestCore; token: string; server: HttpServer } | undefined;
  const now = (): NonNullable<typeof running> => {
    if (!running) throw new Error('the desk is opened before the first test');
    return running;
  };
  beforeAll(async () => {
    const core = testCore();
    const { token } = await addPerson(core, 'Ines', { role: 'admin' });
    const page = serveRenderer(built.folder);
    const server = await listen(
      (request) => {
        if (!isCoreAddress(new URL(request.url).pathname)) return page(request);
        const headers = new Headers(request.headers);
        headers.set('Authorization', `api ${token}`);
        return core.fetch(new Request(request, { headers }));
      },
      { host: '127.0.0.1', port: 0 },
    );
    running = { core, token, server };
  });
  afterAll(async () => {
    await running?.server.close();
    await running?.core[Symbol.asyncDispose]();
  });

  const ask = <T>(route: string, options: CallOptions = {}): Promise<T> =>
    now().core.json<T>(route, { token: now().token, ...options });
  const stored = (guideid: number): Promise<Guide> => ask(`GET /guides/${guideid}?unpatrolled`);
  const addGuide = async (title: string, steps = 3): Promise<number> => {
    const { guideid } = await ask<Guide>('POST /guides', {
      json: { category: 'Pump', type: 'repair', title, public: true },
    });
    for (let orderby = 1; orderby <= steps; orderby += 1)
      await ask(`POST /guides/${guideid}/steps`, {
        json: {
          orderby,
          title: `Part ${orderby}`,
          lines: ['one', 'two'].map((text) => ({ text: `${text} of ${orderby}`, bullet: 'black', level: 0 })),
        },
      });
    return guideid;
  };
  return {
    get core() {
      return now().core;
    },
    get token() {
      return now().token;
    },
    get url() {
      return `${now().server.origin}/`;
    },
    addGuide,
    addGuideWithForm: async (title) => {
      const guideid = await addGuide(title);
      const [first] = (await stored(guideid)).steps;
      await ask(`POST /step_forms/${first?.stepid}`, {
        json: { fields: [{ field_type: 'Text Input', label: 'Depth' }] },
      });
      return guideid;
    },
    stored,
    addPicture: async (guideid, name, body) => {
      const picture = await ask<MediaImage>(`POST /user/media/images?file=${name}`, { body });
      const [step] = (await stored(guideid)).steps;
      await ask(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
        json: { media: { type: 'image', data: [picture.image.id] } },
      });
      return { picture, stepid: step?.stepid ?? 0 };
    },
    picture: async (guideid) => {
      const { steps } = await stored(guideid);
      const media = steps[0]?.media as { data: { guid: string }[] };
      return ask(`GET /media/images/${media.data[0]?.guid}`);
    },
    open: async (place, locale = 'en-GB') => {
      const { context, page, complaints } = await watchedPage(built.browser, { locale });
      await page.goto(`${now().server.origin}/#${place}`);
      return {
        context,
        page,
        complaints,
        [Symbol.asyncDispose]: async () => {
          await context.close();
          expect(complaints).toEqual([]);
        },
      };
    },
  };
}
