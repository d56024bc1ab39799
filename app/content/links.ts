import { renderHtml, renderInline } from '../../shared/wiki/html.ts';
import type { Target, WikiLinks } from '../../shared/wiki/links.ts';
import { parseInline } from '../../shared/wiki/parse.ts';
import type { Doc } from '../../shared/wiki/tree.ts';
import { MEDIA_HOLE, SITE_HOLE } from '../store/holes.ts';
import type { StoreReader } from '../store/store.ts';
import { flagids, flagOf } from './flags.ts';

/**
 * The renderer lets through http(s) and the site's own paths only, and a hole is a control character: paths of
 * private-use characters stand in for the holes while it works.
 */
const MEDIA_STAND_IN = '/\uE081';
const SITE_STAND_IN = '/\uE082';

const maxListedGuides = 100;

/** A tree as HTML in paragraphs, linked to what the store holds. */
export const renderDoc = (doc: Doc, s: StoreReader): string => withHoles(renderHtml(doc, storeLinks(s)));

/** A short text as inline HTML. */
export const renderText = (raw: string, s: StoreReader): string =>
  withHoles(renderInline(parseInline(raw), storeLinks(s)));

/** What the store knows about the things wiki text names. The same for every viewer, because HTML is stored. */
export function storeLinks(s: StoreReader): WikiLinks {
  return {
    guideUrl: (guideid) => {
      const row = s.guides.row(guideid);
      if (!row || row.deleted) return undefined;
      // A private guide keeps its title to itself; the link works once it is public.
      if (!row.public) return { url: `${SITE_STAND_IN}/Guide/${guideid}`, title: `Guide ${guideid}` };
      return guideTarget(row.summary);
    },
    documentUrl: () => undefined,
    productUrl: () => undefined,
    wikiUrl: (namespace, title) => {
      const row = s.wikis.find(namespace, title);
      if (!row || row.private) return undefined;
      const { url } = JSON.parse(row.summary) as { url: string };
      return { url: withStandIns(url), title: row.display_title ?? row.title };
    },
    imageUrl: (imageid, size) => {
      const image = s.media.image(imageid);
      return image && { url: withStandIns(image[size] ?? image.original) };
    },
    flag: (flagid) => (flagids.includes(flagid) ? flagOf(flagid) : undefined),
    guidesByTag: (tags, type) => {
      const lists = tags.map((tag) =>
        s.guides.list({ tag, limit: maxListedGuides, ...(type === null ? {} : { types: [type] }) }),
      );
      return [...new Set(lists.flat())].map(guideTarget);
    },
  };
}

function guideTarget(summary: string): Target {
  const { url, title } = JSON.parse(summary) as { url: string; title: string };
  return { url: withStandIns(url), title };
}

const withStandIns = (url: string): string =>
  url.replace(MEDIA_HOLE, MEDIA_STAND_IN).replace(SITE_HOLE, SITE_STAND_IN);

const withHoles = (html: string): string =>
  html.replaceAll(MEDIA_STAND_IN, MEDIA_HOLE).replaceAll(SITE_STAND_IN, SITE_HOLE);
