import type { GuideDocument } from '../guides/document.ts';
import type { GuideRow } from '../guides/rows.ts';
import { textsOf } from '../guides/texts.ts';
import { limits } from '../../../shared/limits.ts';
import type { Image } from '../../../shared/model/image.ts';
import { categoryPictures } from '../home/category-pictures.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import type { WikiRow } from '../wikis/rows.ts';
import { Highlighter, textOfHtml } from './highlight.ts';
import type { SearchPage, Match } from './reader.ts';

/** Returns the hits of a page (`searchHit`) as templated JSON texts with matches marked. */
export function hitTexts(s: StoreReader, { page, query }: SearchPage): string[] {
  const search: Search = { highlighter: new Highlighter(query), left: limits.search.read.max };
  return page.flatMap((match) =>
    match.kind === 'guide' ? guideHit(s, match, search) : wikiHit(s, match, search),
  );
}

interface Search {
  highlighter: Highlighter;
  /** Characters of documents that it may still read for the places where words are. */
  left: number;
}

function guideHit(s: StoreReader, match: Match, search: Search): string[] {
  const { id } = match;
  const { highlighter } = search;
  const found = s.guides.row(id);
  if (!found || !s.guides.isVisible(found)) return [];
  const row = s.translations.listed(found);
  const { summary } = JSON.parse(row.summary) as { summary: string };
  const isAbout = summary !== '' && highlighter.coversAll(`${row.title} ${row.category}`);
  const snippet = highlighter.snippet(isAbout ? [summary] : guideTexts(s, found, summary, search));
  return [hit(match, highlighter.mark(row.title), snippet, s.guides.summaryOf(row))];
}

function wikiHit(s: StoreReader, match: Match, search: Search): string[] {
  const { id } = match;
  const { highlighter } = search;
  const row = s.wikis.row(id);
  if (!row || row.deleted || !s.wikis.maySee(row)) return [];
  const title = row.display_title ?? row.title;
  const { summary, text } = JSON.parse(row.summary) as { summary: string; text: string };
  const isAbout = highlighter.coversAll(`${title} ${row.title}`);
  const snippet = highlighter.snippet(isAbout ? [summary, text] : wikiTexts(s, id, summary, search));
  return [hit(match, highlighter.mark(title), snippet, s.wikis.summaryOf(withPicture(s, row)))];
}

/** Gives a category without a picture the one that other screens show for it. */
function withPicture(s: StoreReader, row: WikiRow): WikiRow {
  const summary = JSON.parse(row.summary) as { image: Image | null };
  if (row.namespace !== 'CATEGORY' || summary.image) return row;
  const image = categoryPictures(s, [row.title]).get(row.title) ?? null;
  return { ...row, summary: JSON.stringify({ ...summary, image }) };
}

const hit = ({ kind, without }: Match, title: string, snippet: string, document: string): string =>
  `{"kind":"${kind}","title":${JSON.stringify(title)},"snippet":${JSON.stringify(snippet)},${
    without && without.length > 0 ? `"without":${JSON.stringify(without)},` : ''
  }"${kind}":${document}}`;

/** Texts in the language that the viewer reads come first. */
function* guideTexts(s: StoreReader, guide: GuideRow, summary: string, search: Search): Generator<string> {
  const { guideid } = guide;
  yield summary;
  if (search.left <= 0) return;
  const own = s.translations.shown(guide);
  if (own) {
    const { introduction, conclusion, steps } = own.texts;
    yield textOfHtml(introduction?.rendered ?? '');
    for (const { title, lines } of Object.values(steps)) {
      yield title ?? '';
      for (const { rendered } of Object.values(lines)) yield textOfHtml(rendered);
    }
    yield textOfHtml(conclusion?.rendered ?? '');
  }
  const row = s.db.one(sql<StoredRow<'guide_doc', 'body'>>`SELECT body FROM guide_doc
     WHERE guideid = ${guideid}`);
  if (!row) return;
  const stored = textsOf(guideid, row.body);
  search.left -= stored.body.length + stored.steps.length;
  const body = JSON.parse(stored.body) as GuideDocument['body'];
  yield textOfHtml(body.introduction_rendered);
  for (const [, text = ''] of stored.steps.matchAll(stepText))
    yield textOfHtml(text.includes('\\') ? unescaped(text) : text);
  yield textOfHtml(body.conclusion_rendered);
  yield [...body.tools, ...body.parts].map((item) => item.text).join(', ');
}

/** Finds texts in the stored JSON without parsing it: a fraction of the cost, because steps are mostly picture addresses. */
const stepText = /"(?:title|text_rendered)":"((?:[^"\\]|\\.)*)"/g;

const unescaped = (text: string): string => JSON.parse(`"${text}"`) as string;

function* wikiTexts(s: StoreReader, wikiid: number, summary: string, search: Search): Generator<string> {
  yield summary;
  if (search.left <= 0) return;
  const row = s.wikis.row(wikiid);
  if (!row) return;
  const { body } = s.wikis.document(row);
  search.left -= body.contents_raw.length + body.contents_rendered.length;
  for (const { name, value } of body.info ?? []) yield `${name}: ${value}`;
  for (const block of body.contents_rendered.split(/(?=<(?:p|li|h\d|tr|pre|blockquote)\b)/i))
    yield textOfHtml(block).trim();
}
