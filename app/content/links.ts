import { invalid } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { HtmlBudget } from '../../shared/wiki/budget.ts';
import { renderHtml, renderInline } from '../../shared/wiki/html.ts';
import { boundedLinks } from '../../shared/wiki/links.ts';
import type { Target, WikiLinks } from '../../shared/wiki/links.ts';
import { parseInline } from '../../shared/wiki/parse.ts';
import type { Doc } from '../../shared/wiki/tree.ts';
import { MEDIA_HOLE, SITE_HOLE } from '../store/holes.ts';
import type { ImageRow } from '../store/media/media.ts';
import { mayShowPicture } from '../store/policy/media.ts';
import type { StoreReader } from '../store/store.ts';
import { flagids, flagOf } from './flags.ts';

/**
 * The renderer lets through http(s) and the site's own paths only, and a hole is a control character: paths of
 * private-use characters stand in for the holes while it works.
 */
const MEDIA_STAND_IN = '/\uE081';
const SITE_STAND_IN = '/\uE082';

const maxListedGuides = 100;

interface RenderOptions {
  /** Most bytes of HTML. */
  bytes?: number;
  /** For text a person writes: what is too long is refused under this field's name. Otherwise it is cut. */
  field?: string | undefined;
  /** Pictures and lists of guides are shown by name only. */
  withoutBoxes?: boolean;
  /** HTML that was made of this text before: the pictures that it shows stay, whoever renders it now. */
  before?: string | undefined;
  /** Whoever asks reads, and wrote nothing of it: no other pictures are shown. */
  again?: boolean;
}

/** A tree as HTML in paragraphs, linked to what the store holds. @throws AppError `invalid` */
export function renderDoc(doc: Doc, s: StoreReader, options: RenderOptions = {}): string {
  const budget = new HtmlBudget(options.bytes ?? limits.text.html.max);
  return finish(renderHtml(doc, linksFor(s, options), budget), budget, options);
}

/** A short text as inline HTML. @throws AppError `invalid` */
export function renderText(raw: string, s: StoreReader, options: RenderOptions = {}): string {
  const budget = new HtmlBudget(options.bytes ?? limits.text.lineHtml.max);
  return finish(renderInline(parseInline(raw), linksFor(s, options), budget), budget, options);
}

function finish(html: string, budget: HtmlBudget, { field }: RenderOptions): string {
  if (budget.isSpent && field !== undefined) {
    throw invalid(field, 'This text becomes too long when it is shown: use less markup, or several pages.');
  }
  return withHoles(html);
}

function linksFor(s: StoreReader, options: RenderOptions): WikiLinks {
  const links = boundedLinks(storeLinks(s, options));
  return options.withoutBoxes ? { ...links, imageUrl: () => undefined, guidesByTag: () => [] } : links;
}

/** Numbers of pictures can be counted through: a text shows those that its writer may show. */
function mayShow(s: StoreReader, row: ImageRow, { before = '', again = false }: RenderOptions): boolean {
  const address = s.media.objectOf(row).original.replace(/\.(full|original)$/, '');
  if ([`${address}.`, `${address}"`].some((known) => before.includes(known))) return true;
  // Nobody in particular writes fixtures and imports.
  return !again && (s.viewer === null || mayShowPicture(s, row, s.viewer));
}

/** What the store knows about the things wiki text names. The HTML is stored, so it shows what every reader may see. */
function storeLinks(s: StoreReader, options: RenderOptions): WikiLinks {
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
      const row = s.media.imageRow(imageid);
      if (!row || !mayShow(s, row, options)) return undefined;
      const image = s.media.objectOf(row);
      return { url: withStandIns(image[size] ?? image.original) };
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
