import { invalid } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { isPlainName } from '../../../shared/plain-name.ts';
import type { WikiInput } from '../../../shared/model/wiki-input.ts';
import { parseWiki } from '../../../shared/wiki/parse.ts';
import type { Doc, WikiLink } from '../../../shared/wiki/tree.ts';
import { flagOf } from '../policy/flags.ts';
import { renderDoc } from '../rendering.ts';
import { wikiPath } from '../../content/wiki-address.ts';
import { SITE_PLACEHOLDER, withoutPlaceholders } from '../placeholders.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import { blankWiki, flagsObject } from './document.ts';
import type { WikiBody } from './document.ts';

export interface NewWiki extends WikiInput {
  namespace: string;
  title: string;
  langid?: string | undefined;
  /** Title of the parent category; CATEGORY only. */
  parent?: string | null | undefined;
}

export function newBody(
  s: StoreReader,
  wikiid: number,
  { namespace, title, langid, ...fields }: NewWiki,
): WikiBody {
  const name = ownerName(s, namespace, title);
  const body = blankWiki({
    wikiid,
    namespace,
    title,
    display_title: name ?? title,
    langid: langid ?? s.meta.site.langid,
    url: SITE_PLACEHOLDER + wikiPath(namespace, title, name),
    created_date: Math.floor(s.now),
    author: s.viewer?.userid ?? 0,
  });
  applyWikiFields(s, body, fields);
  return body;
}

/** Applies an edit. The text is parsed and rendered again only if it changed. */
export function applyWikiFields(s: StoreReader, body: WikiBody, given: WikiInput): void {
  const fields = JSON.parse(withoutPlaceholders(JSON.stringify(given))) as WikiInput;
  checkNamespace(body.namespace, fields);
  if (fields.contents !== undefined && fields.contents !== body.contents_raw) {
    const doc = parseWiki(fields.contents);
    if (JSON.stringify(doc).length > limits.text.tree.max) {
      throw invalid('contents', 'This page has too much markup. Use less of it, or several pages.');
    }
    body.contents_raw = fields.contents;
    body.contents_json = { ...doc };
    body.contents_rendered = renderDoc(doc, s, { field: 'contents', before: body.contents_rendered });
    body.linked_wikis = linkedWikis(s, doc);
  }
  if (fields.display_title !== undefined) {
    body.display_title = fields.display_title || (ownerName(s, body.namespace, body.title) ?? body.title);
  }
  if (fields.page_title !== undefined) body.page_title = fields.page_title || null;
  if (fields.description !== undefined) body.description = fields.description;
  if (fields.image !== undefined)
    body.image = fields.image === null ? null : s.media.requireImage(fields.image, 'image');
  if (fields.table_of_contents !== undefined) body.table_of_contents = fields.table_of_contents;
  if (fields.documents !== undefined) {
    body.documents = [...new Set(fields.documents)].map((id) => s.documents.require(id, 'documents'));
  }
  if (fields.flags !== undefined) body.flags = flagsObject([...new Set(fields.flags)].map(flagOf));
  if (fields.source_revisionid !== undefined) body.source_revisionid = fields.source_revisionid;
  if (fields.repairability_score !== undefined) body.repairability_score = fields.repairability_score;
  if (fields.info !== undefined) {
    body.info = fields.info.map(({ name, value }) => ({ name, value, inheritedFrom: null }));
  }
  if (fields.suppliers !== undefined) body.suppliers = fields.suppliers;
}

/** Refuses fields that the namespace does not have (CONTRACT 8.1). */
function checkNamespace(namespace: string, fields: WikiInput): void {
  for (const [field, owner] of [
    ['info', 'CATEGORY'],
    ['repairability_score', 'CATEGORY'],
    ['suppliers', 'ITEM'],
  ] as const) {
    if (fields[field] !== undefined && namespace !== owner) {
      throw invalid(field, `Only wikis of the namespace ${owner} have this field.`);
    }
  }
}

/** Returns the name of the person or team of a USER or TEAM page; undefined for other pages. */
function ownerName(s: StoreReader, namespace: string, title: string): string | undefined {
  if (namespace === 'USER') {
    const row = s.users.row(Number(title));
    return row && !row.deleted ? row.username : undefined;
  }
  if (namespace !== 'TEAM') return undefined;
  return s.db.one(sql<StoredRow<'team', 'name'>>`SELECT name FROM team WHERE teamid = ${Number(title)}`)
    ?.name;
}

/** Checks a title, which must fit into one path segment of an address. */
export function checkTitle(s: StoreReader, namespace: string, title: string, field = 'title'): void {
  if (title.trim() !== title || title === '')
    throw invalid(field, 'A title may not be empty or begin or end with spaces.');
  if (!isPlainName(title) || !title.isWellFormed()) {
    throw invalid(field, 'A title is one line of visible characters.');
  }
  if (title === '.' || title === '..')
    throw invalid(field, 'A title may not be one or two dots, because an address cannot contain it.');
  if ((namespace === 'USER' || namespace === 'TEAM') && !isOwner(s, namespace, title)) {
    throw invalid(
      field,
      `In the namespace ${namespace} the title is the id of a ${namespace.toLowerCase()}.`,
    );
  }
}

const isOwner = (s: StoreReader, namespace: string, title: string): boolean =>
  /^[1-9]\d{0,14}$/.test(title) && ownerName(s, namespace, title) !== undefined;

/** Returns the authors of the page by number of revisions, including the revision being made (CONTRACT 8.3). */
export function wikiAuthors(s: StoreReader, wikiid: number): object[] {
  const counts = new Map(
    s.db
      .all(sql<{ userid: number; n: number }>`SELECT userid, count(*) AS n FROM wiki_revision
         WHERE wikiid = ${wikiid} AND userid > 0 GROUP BY userid`)
      .map(({ userid, n }) => [userid, n]),
  );
  if (s.viewer) counts.set(s.viewer.userid, (counts.get(s.viewer.userid) ?? 0) + 1);
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([userid, n]) => {
      const { username, image, url } = s.users.summary(userid);
      const percent = Math.round((100 * n) / total);
      return { userid, username, percent, avatar_url: image?.thumbnail ?? null, profile_url: url };
    });
}

function linkedWikis(s: StoreReader, doc: Doc): WikiBody['linked_wikis'] {
  const named = new Map(
    wikiLinks(doc.content).map(({ attrs }) => [`${attrs.namespace}:${attrs.title}`, attrs]),
  );
  const links = [...named.values()]
    .slice(0, limits.text.targets.max)
    .flatMap((attrs) => s.wikis.find(attrs.namespace, attrs.title) ?? []);
  const unique = new Map(links.map(({ wikiid, namespace, title }) => [wikiid, { wikiid, namespace, title }]));
  return [...unique.values()];
}

interface Node {
  readonly type: string;
  readonly content?: readonly Node[];
}

function wikiLinks(nodes: readonly Node[]): WikiLink[] {
  return nodes.flatMap((node) => [...(isWikiLink(node) ? [node] : []), ...wikiLinks(node.content ?? [])]);
}

const isWikiLink = (node: Node): node is WikiLink => node.type === 'wikiLink';
