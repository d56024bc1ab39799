import type { Identification, WikiSummary } from '../../../shared/model/wiki.ts';
import { parseWiki } from '../../../shared/wiki/parse.ts';
import { plainText } from '../../../shared/wiki/plain.ts';
import { serializeWiki } from '../../../shared/wiki/serialize.ts';
import type { Doc } from '../../../shared/wiki/tree.ts';
import { renderDoc } from '../rendering.ts';
import type { StoreReader } from '../aggregates.ts';
import type { WikiInfo } from './document.ts';
import type { WikiRow } from './rows.ts';

/**
 * Returns how to identify a device: image, names, properties, the page's section about it, and the subcategories to
 * distinguish. Templated.
 */
export function identificationOf(s: StoreReader, row: WikiRow): Identification {
  const { body } = s.wikis.document(row);
  const section = identificationSection(parseWiki(body.contents_raw));
  return {
    wikiid: body.wikiid,
    langid: body.langid,
    title: body.title,
    display_title: body.display_title,
    url: body.url,
    revisionid: body.revisionid,
    description: body.description,
    image: body.image,
    info: infoOf(s, row),
    text_raw: serializeWiki(section),
    text_rendered: renderDoc(section, s, { before: body.contents_rendered, again: true }),
    children: s.wikis
      .children(row.title, { langid: row.langid })
      .map((child) => JSON.parse(s.wikis.summaryOf(child)) as WikiSummary),
  };
}

/** Returns the category's own properties, then those it inherits and does not have itself. */
function infoOf(s: StoreReader, row: WikiRow): Identification['info'] {
  const found = new Map<string, Identification['info'][number]>();
  for (const at of [row, ...s.wikis.ancestors(row)]) {
    if (!s.wikis.maySee(at)) continue;
    const info: WikiInfo[] = s.wikis.document(at).body.info ?? [];
    for (const { name, value, inheritedFrom } of info) {
      const key = name.toLowerCase();
      const from = at === row ? (inheritedFrom ?? null) : at.title;
      if (!found.has(key)) found.set(key, { name, value, inheritedFrom: from });
    }
  }
  return [...found.values()];
}

/** Returns the section below the first heading about identification; the word is similar in most of our languages. */
function identificationSection({ content }: Doc): Doc {
  const from = content.findIndex(
    (block) => block.type === 'heading' && /\bidentif/i.test(plainText(block.content)),
  );
  const heading = content[from];
  if (heading?.type !== 'heading') return { type: 'doc', content: [] };
  const rest = content.slice(from + 1);
  const end = rest.findIndex((block) => block.type === 'heading' && block.attrs.level <= heading.attrs.level);
  return { type: 'doc', content: end < 0 ? rest : rest.slice(0, end) };
}
