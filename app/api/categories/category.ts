import type { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { CategoryWiki } from '../../../shared/model/wiki.ts';
import { wikiPath } from '../../content/wiki-address.ts';
import { SITE_PLACEHOLDER } from '../../store/placeholders.ts';
import type { ReplicaReader } from '../../replica/replica.ts';
import type { WikiBody } from '../../store/wikis/document.ts';
import type { category } from './category-fields.ts';

export type ContractCategory = z.input<typeof category>;

/** Returns a category by its title, which is matched like a wiki's. A category that only guides name has only its guides. */
export function readCategory(s: ReplicaReader, name: string): ContractCategory {
  if (s.wikis.named('CATEGORY', name)) {
    const row = s.wikis.requireVisible('CATEGORY', name, s.langid);
    return categoryOf(JSON.parse(s.wikis.answer(row)) as Answer);
  }
  const guides = s.guides.list({
    category: name,
    includePrivate: true,
    limit: limits.categoryPage.listed.max,
  });
  if (guides.length === 0) {
    if (name.includes('+')) return readCategory(s, name.replaceAll('+', ' '));
    throw notFound('Category');
  }
  return categoryOf({
    title: name,
    display_title: name,
    page_title: null,
    langid: s.meta.site.langid,
    image: null,
    description: '',
    flags: [],
    guides: guides.map((text) => JSON.parse(text) as ContractCategory['guides'][number]),
    ancestors: [],
    children: [],
    solutions_url: SITE_PLACEHOLDER + wikiPath('CATEGORY', name),
    contents_raw: '',
    contents_rendered: '',
  });
}

type Answer = Pick<
  CategoryWiki,
  'title' | 'display_title' | 'page_title' | 'langid' | 'image' | 'description' | 'flags' | 'solutions_url'
> &
  Pick<CategoryWiki, 'contents_raw' | 'contents_rendered'> & {
    guides: ContractCategory['guides'];
    ancestors: { title: string }[];
    children: { title: string }[];
    info?: WikiBody['info'];
    parts?: unknown;
    tools?: { title: string; target_url: string | null }[];
  };

function categoryOf(wiki: Answer): ContractCategory {
  const infoOf = (name: string): string =>
    wiki.info?.find((entry) => entry.name.toLowerCase() === name)?.value ?? '';
  return {
    wiki_title: wiki.title,
    display_title: wiki.display_title,
    title: wiki.page_title ?? wiki.display_title,
    locale: wiki.langid,
    topic_info: {
      name: wiki.display_title,
      manufacturer: infoOf('manufacturer'),
      introduced: infoOf('introduced'),
      discontinued: infoOf('discontinued'),
    },
    image: wiki.image,
    description: wiki.description,
    flags: wiki.flags,
    solutions: { count: 0, url: wiki.solutions_url },
    parts: wiki.parts ?? [],
    tools: (wiki.tools ?? []).map(({ title, target_url }) => ({ text: title, url: target_url })),
    guides: wiki.guides,
    ancestors: wiki.ancestors.map(({ title }) => title),
    children: wiki.children.map(({ title }) => title),
    contents_raw: wiki.contents_raw,
    contents_rendered: wiki.contents_rendered,
  };
}
