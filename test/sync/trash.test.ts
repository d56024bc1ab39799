import { describe, expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import { addGuide, deskPerson, journalOf, pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';

const roads = [
  { road: 'feed', plain: false },
  { road: 'plain endpoints', plain: true },
];

const path = '/wikis/WIKI/Gasket';
const gasket = (contents: string): object => ({ namespace: 'WIKI', title: 'Gasket', contents });

const trashed = ({ desk }: Pair): number => desk.ctx.store.read(null, (s) => s.trash.count());
const isHere = ({ desk }: Pair, kind: 'guide' | 'wiki', id: number): boolean =>
  desk.ctx.store.read(null, (s) => (kind === 'guide' ? s.guides.row(id) : s.wikis.row(id)) !== undefined);

describe.each(roads)('over the $road', ({ plain }) => {
  const start = async () => {
    let now = Date.now() / 1000;
    const both = await pair({ plain, now: () => now });
    const { hub, admin } = both;
    const ann = await deskPerson(both, 'ann', 'author');
    return {
      both,
      ann,
      onSite: <T>(route: string, json?: object) =>
        hub.json<T>(route, { token: admin, ...(json ? { json } : {}) }),
      here: <T>(route: string, json?: object) =>
        both.desk.json<T>(route, { token: ann.token, ...(json ? { json } : {}) }),
      sync: () => both.round({ people: [ann], byHand: true }),
      wait: (days: number) => {
        now += days * 86_400;
      },
      [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
    };
  };

  it('[R2] a page that was deleted and made again on the site is kept for 30 days', async () => {
    await using at = await start();
    const { both, onSite, sync, wait } = at;
    const first = await onSite<Wiki>('POST /wikis', gasket('First'));
    await sync();
    await onSite(`DELETE ${path}?revisionid=${first.revisionid}`);
    await onSite('POST /wikis', gasket('Second'));
    wait(1 / 24);
    await sync();
    expect(await at.here(`GET ${path}`)).toMatchObject({ contents_raw: 'Second' });
    expect(trashed(both)).toBe(1);
    wait(31);
    await sync();
    expect(isHere(both, 'wiki', first.wikiid)).toBe(false);
    expect(await at.here(`GET ${path}`)).toMatchObject({ contents_raw: 'Second' });
  });

  it('[R2] what was deleted here is kept for 30 days after the site has deleted it', async () => {
    await using at = await start();
    const { both, here, sync, wait } = at;
    const guideid = await addGuide(both.hub, both.admin);
    const page = await at.onSite<Wiki>('POST /wikis', gasket('Mine'));
    await sync();
    await here(`DELETE ${path}?revisionid=${page.revisionid}`);
    const { revisionid } = await here<Guide>(`GET /guides/${guideid}`);
    await here(`DELETE /guides/${guideid}?revisionid=${revisionid}`);
    expect(trashed(both)).toBe(0);
    await sync();
    expect((await journalOf(both, at.ann, 'done')).length).toBe(2);
    expect(trashed(both)).toBe(2);
    wait(31);
    await sync();
    expect([isHere(both, 'wiki', page.wikiid), isHere(both, 'guide', guideid)]).toEqual([false, false]);
  });

  it('[R2 J7.15] a page that the site deleted while one made here covered it does not come back', async () => {
    await using at = await start();
    const { both, here, onSite, sync, wait } = at;
    await sync();
    const theirs = await onSite<Wiki>('POST /wikis', gasket('Theirs'));
    await here('POST /wikis', gasket('Mine'));
    await sync();
    const [mine] = await journalOf(both, at.ann, 'parked');
    expect(await here(`GET ${path}`)).toMatchObject({ contents_raw: 'Mine' });
    await onSite(`DELETE ${path}?revisionid=${theirs.revisionid}`);
    wait(1 / 24);
    await sync();
    await here(`POST /benchside/journal/${mine?.entryid}/discard`, {});
    expect((await both.desk.call(`GET ${path}`, at.ann)).status).toBe(404);
    expect(trashed(both)).toBe(1);
    wait(31);
    await sync();
    expect(isHere(both, 'wiki', theirs.wikiid)).toBe(false);
  });
});
