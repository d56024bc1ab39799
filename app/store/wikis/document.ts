import type { Flag } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { Wiki, WikiSummary } from '../../../shared/model/wiki.ts';
import type { WikiInput } from '../../../shared/model/wiki-input.ts';
import { plainText } from '../../../shared/wiki/plain.ts';
import { parseWiki } from '../../../shared/wiki/parse.ts';
import { wikiPath } from '../../content/wiki-address.ts';
import { pack, unpack } from '../compress.ts';
import { MEDIA_PLACEHOLDER, SITE_PLACEHOLDER } from '../placeholders.ts';

/** Fields of a full wiki that depend on the viewer or on other resources: added when read, never stored. */
const splicedFields = [
  'available_langids',
  'can_edit',
  'tags',
  'parent',
  'ancestors',
  'children',
  'guides',
  'featured_guides',
] as const;

type SplicedField = (typeof splicedFields)[number];

/** A wiki as stored in its revisions, with the fields of its namespace; templated. */
export type WikiBody = Omit<Wiki, SplicedField> & {
  info?: WikiInfo[];
  suppliers?: WikiInput['suppliers'];
  repairability_score?: number | null;
  authors?: object[];
};

export interface WikiInfo {
  name: string;
  value: string;
  inheritedFrom?: string | null;
}

export interface StoredWiki {
  body: WikiBody;
  /** Title of the parent category; null at the top and outside CATEGORY. */
  parent: string | null;
}

/** Returns the body of a new wiki with defaults for all fields of its namespace (CONTRACT 8.3). */
export function blankWiki(
  given: Pick<WikiBody, 'wikiid' | 'namespace' | 'title' | 'langid'> & Partial<WikiBody>,
): WikiBody {
  const url = given.url ?? SITE_PLACEHOLDER + wikiPath(given.namespace, given.title);
  const raw = given.contents_raw ?? '';
  return {
    display_title: given.title,
    page_title: null,
    url,
    revisionid: 0,
    source_revisionid: null,
    contents_raw: raw,
    contents_json: { ...parseWiki(raw) },
    contents_rendered: '',
    created_date: 0,
    modified_date: 0,
    author: 0,
    description: '',
    documents: [],
    flags: [],
    image: null,
    linked_wikis: [],
    table_of_contents: false,
    ...namespaceFields(given.namespace, url),
    ...given,
  };
}

function namespaceFields(namespace: string, url: string): object {
  if (namespace === 'ITEM') return { suppliers: [] };
  if (namespace !== 'CATEGORY') return {};
  return {
    category_info: {},
    category_lists: {},
    diagrams: [],
    info: [],
    parts: { url: null, total: 0, categories: [] },
    tools: [],
    related_wikis: [],
    repairability_score: null,
    solutions_url: url,
    is_troubleshooting: false,
  };
}

/**
 * Converts a site's full wiki to the stored document. Unknown fields are kept; known ones that sites omit, send as null (CONTRACT 8.3), or
 * send as something else than a text where one belongs, get their default.
 */
export function wikiDocument(
  answer: Pick<WikiBody, 'wikiid' | 'namespace' | 'title'> & Readonly<Record<string, unknown>>,
): StoredWiki {
  const { wikiid, namespace, title } = answer;
  const blank: Readonly<Record<string, unknown>> = blankWiki({ langid: 'en', wikiid, namespace, title });
  const given = Object.fromEntries(
    Object.entries(answer).filter(
      ([field, value]) =>
        !(splicedFields as readonly string[]).includes(field) &&
        !(isNothing(value) && neverNull.has(field)) &&
        (isNothing(value) || typeof blank[field] !== 'string' || typeof value === 'string'),
    ),
  );
  const body = blankWiki({
    langid: 'en',
    ...given,
    wikiid,
    namespace,
    title,
  });
  return { body, parent: answer.namespace === 'CATEGORY' ? parentOf(answer) : null };
}

const isNothing = (value: unknown): boolean => value === null || value === undefined;

const neverNull: ReadonlySet<string> = new Set([
  'langid',
  'display_title',
  'url',
  'revisionid',
  'contents_raw',
  'contents_json',
  'contents_rendered',
  'created_date',
  'modified_date',
  'author',
  'description',
  'documents',
  'flags',
  'linked_wikis',
  'table_of_contents',
]);

function parentOf({ parent, ancestors }: Readonly<Record<string, unknown>>): string | null {
  if (typeof parent === 'string' && parent !== '') return parent;
  const closest: unknown = Array.isArray(ancestors) ? ancestors[0] : undefined;
  return hasTitle(closest) ? closest.title : null;
}

const hasTitle = (value: unknown): value is { title: string } =>
  typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';

export const packWiki = (body: WikiBody): Buffer => pack(JSON.stringify(body));

export const unpackWiki = (blob: Buffer): WikiBody => JSON.parse(unpack(blob)) as WikiBody;

/** Packs body and parent together. */
export const packWikiDocument = ({ body, parent }: StoredWiki): Buffer =>
  pack(JSON.stringify({ ...body, parent }));

export function unpackWikiDocument(blob: Buffer): StoredWiki {
  const { parent, ...body } = JSON.parse(unpack(blob)) as WikiBody & Pick<StoredWiki, 'parent'>;
  return { body, parent };
}

/** Returns flags as an object keyed by flagid; an empty list if there are none (CONTRACT 8.3). */
export function flagsObject(flags: readonly Flag[]): WikiBody['flags'] {
  return flags.length === 0 ? [] : Object.fromEntries(flags.map((flag) => [flag.flagid, flag]));
}

export function flagidsOf({ flags }: Pick<WikiBody, 'flags'>): string[] {
  if (!Array.isArray(flags)) return Object.keys(flags);
  return flags.flatMap((flag: unknown) =>
    typeof flag === 'object' && flag !== null && 'flagid' in flag ? [String(flag.flagid)] : [],
  );
}

const stubFlags: ReadonlySet<string> = new Set(['WIKI_STUB', 'WIKI_DEVICE_STUB']);

/** Only categories are hidden from listings as stubs (CONTRACT 8.4). */
export const isStub = (body: WikiBody): boolean =>
  body.namespace === 'CATEGORY' && flagidsOf(body).some((flagid) => stubFlags.has(flagid));

export const isPrivate = (body: WikiBody): boolean => flagidsOf(body).includes('WIKI_PRIVATE');

/** Returns the key that finds a title if there is no exact match. */
export const titleKey = (title: string): string => spaced(title).normalize('NFC').toLowerCase();

/** Replaces underscores by spaces: in addresses they are equal. */
export const spaced = (title: string): string => title.replaceAll('_', ' ');

export const wikiWords = (body: WikiBody): string => plainText(parseWiki(body.contents_raw));

const excerptLength = 300;

/** Returns a light wiki object as JSON text, without the fields added from columns (CONTRACT 8.2). */
export function wikiSummaryText(body: WikiBody, words: string): string {
  const summary: Omit<WikiSummary, 'modified_date'> = {
    dataType: 'wiki',
    wikiid: body.wikiid,
    langid: body.langid,
    namespace: body.namespace,
    title: body.title,
    display_title: body.display_title,
    url: body.url,
    summary: body.description,
    text: excerpt(words.replace(/\s+/g, ' ')),
    image: body.image && summaryImage(body.image),
    author: body.author,
  };
  return JSON.stringify(summary);
}

/** Returns the first characters without splitting a surrogate pair. */
const excerpt = (text: string): string =>
  Array.from(text.slice(0, 2 * excerptLength))
    .slice(0, excerptLength)
    .join('');

/** Lists carry only these variants (CONTRACT 6.1). */
function summaryImage({ id, guid, mini, thumbnail, standard, medium, large, original }: Image): Image {
  return { id, guid, mini, thumbnail, standard, medium, large, original };
}

const shownImage = new RegExp(`${MEDIA_PLACEHOLDER}([\\w-]+)`, 'g');

/** Returns the guids of every picture that the page shows. */
export function wikiImages(body: WikiBody): string[] {
  const shown = body.contents_rendered.matchAll(shownImage);
  return [...(body.image ? [body.image.guid] : []), ...[...shown].map(([, guid]) => guid ?? '')];
}
