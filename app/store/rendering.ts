import { invalid } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { HtmlBudget } from '../../shared/wiki/budget.ts';
import { renderHtml, renderInline } from '../../shared/wiki/html.ts';
import { boundedLinks } from '../../shared/wiki/links.ts';
import type { Target, WikiLinks } from '../../shared/wiki/links.ts';
import { parseInline } from '../../shared/wiki/parse.ts';
import type { Doc } from '../../shared/wiki/tree.ts';
import { MEDIA_PLACEHOLDER, SITE_PLACEHOLDER } from './placeholders.ts';
import type { ImageRow } from './media/media.ts';
import { mayReadGuide } from './policy/guides.ts';
import { mayShowPicture } from './policy/media.ts';
import { mayReadWiki } from './policy/wikis.ts';
import type { StoreReader } from './aggregates.ts';
import { isFlag } from '../../shared/model/flag.ts';
import { flagOf } from './policy/flags.ts';

/**
 * The renderer accepts only http(s) addresses and the site's own paths, and placeholders are control characters: so
 * paths of private-use characters replace them during rendering.
 */
const MEDIA_STAND_IN = '/\uE081';
const SITE_STAND_IN = '/\uE082';

const maxListedGuides = 100;

interface RenderOptions {
  /** Maximum bytes of HTML. */
  bytes?: number;
  /** Field of a text that a person writes: if its HTML is too long, the field is refused. Without it HTML is cut. */
  field?: string | undefined;
  /** Shows pictures and lists of guides as links by name only. */
  withoutBoxes?: boolean;
  /** Earlier HTML of this text. Its pictures stay, even if the present viewer may not add them. */
  before?: string | undefined;
  /** The viewer only reads the text, so pictures that are not in `before` are not shown. */
  again?: boolean;
}

/** Renders a tree as HTML paragraphs with links to what the store has. @throws AppError `invalid` */
export function renderDoc(doc: Doc, s: StoreReader, options: RenderOptions = {}): string {
  const budget = new HtmlBudget(options.bytes ?? limits.text.html.max);
  return finish(renderHtml(doc, linksFor(s, options), budget), budget, options);
}

/** Renders a short text as inline HTML. @throws AppError `invalid` */
export function renderText(raw: string, s: StoreReader, options: RenderOptions = {}): string {
  const budget = new HtmlBudget(options.bytes ?? limits.text.lineHtml.max);
  return finish(renderInline(parseInline(raw), linksFor(s, options), budget), budget, options);
}

function finish(html: string, budget: HtmlBudget, { field }: RenderOptions): string {
  if (budget.isSpent && field !== undefined) {
    throw invalid(field, 'This text is too long when it is rendered. Use less markup, or several pages.');
  }
  return withPlaceholders(html);
}

function linksFor(s: StoreReader, options: RenderOptions): WikiLinks {
  const links = boundedLinks(storeLinks(s, options));
  return options.withoutBoxes ? { ...links, imageUrl: () => undefined, guidesByTag: () => [] } : links;
}

/** Returns whether the writer may show a picture: picture ids can be guessed by counting. */
function mayShow(s: StoreReader, row: ImageRow, { before = '', again = false }: RenderOptions): boolean {
  const address = s.media.objectOf(row).original.replace(/\.(full|original)$/, '');
  if ([`${address}.`, `${address}"`].some((known) => before.includes(known))) return true;
  // Fixtures and imports have no viewer.
  return !again && (s.viewer === null || mayShowPicture(s, row, s.viewer));
}

/** Resolves what wiki text refers to. The HTML is stored, so it contains only what every reader may see. */
function storeLinks(s: StoreReader, options: RenderOptions): WikiLinks {
  return {
    guideUrl: (guideid) => {
      const row = s.guides.row(guideid);
      if (!row || row.deleted) return undefined;
      // A private guide's title is not shown; the link works once the guide is public.
      if (!mayReadGuide(s, row, null))
        return { url: `${SITE_STAND_IN}/Guide/${guideid}`, title: `Guide ${guideid}` };
      return guideTarget(row.summary);
    },
    documentUrl: () => undefined,
    productUrl: () => undefined,
    wikiUrl: (namespace, title) => {
      const row = s.wikis.find(namespace, title);
      if (!row || !mayReadWiki(s, row, null)) return undefined;
      const { url } = JSON.parse(row.summary) as { url: string };
      return { url: withStandIns(url), title: row.display_title ?? row.title };
    },
    imageUrl: (imageid, size) => {
      const row = s.media.imageRow(imageid);
      if (!row || !mayShow(s, row, options)) return undefined;
      s.media.shownInText(row.guid);
      const image = s.media.objectOf(row);
      return { url: withStandIns(image[size] ?? image.original) };
    },
    flag: (flagid) => (isFlag(flagid) ? flagOf(flagid) : undefined),
    guidesByTag: (tags, type) => {
      const lists = tags.map((tag) =>
        s.guides.list({ tag, limit: maxListedGuides, ...(type === null ? {} : { types: [type] }) }),
      );
      return [...new Set(lists.flat())].filter((summary) => isForAll(s, summary)).map(guideTarget);
    },
  };
}

function isForAll(s: StoreReader, summary: string): boolean {
  const row = s.guides.row((JSON.parse(summary) as { guideid: number }).guideid);
  return row !== undefined && mayReadGuide(s, row, null);
}

function guideTarget(summary: string): Target {
  const { url, title } = JSON.parse(summary) as { url: string; title: string };
  return { url: withStandIns(url), title };
}

const withStandIns = (url: string): string =>
  url.replace(MEDIA_PLACEHOLDER, MEDIA_STAND_IN).replace(SITE_PLACEHOLDER, SITE_STAND_IN);

const withPlaceholders = (html: string): string =>
  html.replaceAll(MEDIA_STAND_IN, MEDIA_PLACEHOLDER).replaceAll(SITE_STAND_IN, SITE_PLACEHOLDER);
