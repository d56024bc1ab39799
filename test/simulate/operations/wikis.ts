import type { Wiki } from '../../../shared/model/wiki.ts';
import type { Actor } from './actor.ts';
import { newCategory, revertTo, rewritten } from './guides.ts';
import type { Act } from './guides.ts';
import { picture } from './media.ts';

async function create(doing: Actor): Promise<unknown> {
  const mark = doing.mark();
  const namespace = doing.random.pick(['WIKI', 'WIKI', 'CATEGORY', 'ITEM']);
  const body = { namespace, title: `Page ${mark}`, contents: 'First.\n\nSecond.\n\nThird.' };
  return doing.write('POST /wikis', body, mark);
}

/** Creates a page that another person creates too. */
export async function createSame(doing: Actor): Promise<unknown> {
  if (!doing.isOurs) return undefined;
  const mark = doing.mark();
  const title = doing.random.pick(['Seals', 'Bearings', 'Belts']);
  return doing.write('POST /wikis', { namespace: 'WIKI', title, contents: `About ${title} ${mark}.` }, mark);
}

async function openWiki(doing: Actor): Promise<Wiki | undefined> {
  const id = doing.pick('wiki');
  const path = id === undefined ? undefined : doing.wikiPath(id);
  return path === undefined ? undefined : doing.get<Wiki>(path);
}

const pathOf = ({ namespace, title }: Wiki): string => `/wikis/${namespace}/${encodeURIComponent(title)}`;

export async function patchPage(doing: Actor): Promise<unknown> {
  const wiki = await openWiki(doing);
  if (!wiki) return undefined;
  const mark = doing.mark();
  const body = doing.random.weighted<() => object>([
    [5, () => ({ contents: rewritten(wiki.contents_raw, mark, doing) })],
    [2, () => ({ description: `About ${mark}` })],
  ])();
  return doing.write(`PATCH ${pathOf(wiki)}?revisionid=${wiki.revisionid}`, body, mark);
}

const newPage = `/wikis/CATEGORY/${newCategory}`;

/** Edits the page of the category of which nobody has made one. */
export async function patchNewCategory(doing: Actor): Promise<unknown> {
  const path = newPage;
  const wiki = await doing.get<Wiki>(path);
  const mark = doing.mark();
  return (
    wiki && doing.write(`PATCH ${path}?revisionid=${wiki.revisionid}`, { contents: `More ${mark}.` }, mark)
  );
}

/** Comments on the page of the category of which nobody has made one. */
export async function commentOnNewCategory(doing: Actor): Promise<unknown> {
  const wiki = await doing.get<Wiki>(newPage);
  const mark = doing.mark();
  return wiki && doing.write(`POST /comments/wiki/${wiki.wikiid}`, { text: `Comment ${mark}` }, mark);
}

async function illustrate(doing: Actor): Promise<unknown> {
  const image = await picture(doing);
  const wiki = await openWiki(doing);
  if (image === undefined || !wiki) return undefined;
  const mark = doing.mark();
  const contents = `${rewritten(wiki.contents_raw, mark, doing)}\n\n[image|${image}]`;
  return doing.write(`PATCH ${pathOf(wiki)}?revisionid=${wiki.revisionid}`, { contents }, mark);
}

export async function removePage(doing: Actor): Promise<unknown> {
  const wiki = await openWiki(doing);
  return wiki && doing.write(`DELETE ${pathOf(wiki)}?revisionid=${wiki.revisionid}`, undefined);
}

async function setParent(doing: Actor): Promise<unknown> {
  const wiki = await openWiki(doing);
  if (wiki?.namespace !== 'CATEGORY') return undefined;
  const parent = doing.random.pick(['Pump', 'Lathe', null]);
  return doing.write(`PUT ${pathOf(wiki)}/parent?revisionid=${wiki.revisionid}`, { parent });
}

async function tag(doing: Actor): Promise<unknown> {
  const wiki = await openWiki(doing);
  const mark = doing.mark();
  return wiki && doing.write(`PUT ${pathOf(wiki)}/tag`, { tag: mark }, mark);
}

async function untag(doing: Actor): Promise<unknown> {
  const wiki = await openWiki(doing);
  const old = wiki && doing.random.pick(wiki.tags);
  return old === undefined || !wiki ? undefined : doing.write(`DELETE ${pathOf(wiki)}/tag`, { tag: old });
}

async function revert(doing: Actor): Promise<unknown> {
  const wiki = await openWiki(doing);
  if (!wiki) return undefined;
  const revisions = await doing.get<{ revisionid: number }[]>(`/benchside${pathOf(wiki)}/revisions`);
  const to = revertTo(revisions, { ...wiki, random: doing.random });
  return to && doing.write(`POST ${pathOf(wiki)}/${to}`, undefined);
}

async function comment(doing: Actor): Promise<unknown> {
  const wiki = await openWiki(doing);
  const mark = doing.mark();
  return wiki && doing.write(`POST /comments/wiki/${wiki.wikiid}`, { text: `Comment ${mark}` }, mark);
}

/** Creates, edits or deletes a page in German or English; its title is the same in both. */
export async function pageInALanguage(doing: Actor): Promise<unknown> {
  const langid = doing.random.pick(['en', 'de', 'de']);
  const path = '/wikis/WIKI/Gasket';
  const mark = doing.mark();
  const wiki = await doing.get<Wiki>(`${path}?langid=${langid}`);
  if (!wiki || wiki.langid !== langid) {
    const body = {
      namespace: 'WIKI',
      title: 'Gasket',
      langid,
      contents: `First ${mark}.\n\nSecond.\n\nThird.`,
    };
    return doing.write('POST /wikis', body, mark);
  }
  const query = `revisionid=${wiki.revisionid}&langid=${langid}`;
  if (doing.random.chance(0.15)) return doing.write(`DELETE ${path}?${query}`, undefined);
  const body = { contents: rewritten(wiki.contents_raw, mark, doing) };
  return doing.write(`PATCH ${path}?${query}`, body, mark);
}

export const wikis: readonly (readonly [number, Act, number?])[] = [
  [3, create],
  [8, patchPage],
  [1, removePage],
  [2, setParent],
  [1, tag],
  [0.5, untag, 2],
  [1, revert, 2],
  [1, revert, 6],
  [1, comment, 2],
  [1, illustrate, 4],
  [1.5, createSame, 9],
];
