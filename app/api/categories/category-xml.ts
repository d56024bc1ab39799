import { fillPlaceholders } from '../../store/placeholders.ts';
import type { Addresses } from '../../store/placeholders.ts';
import { xmlResponse } from '../xml.ts';
import type { XmlNode } from '../xml.ts';
import type { ContractCategory } from './category.ts';

/** Returns a category as the oManual-like XML of `type=XML` (CONTRACT 8.5). */
export function categoryXml(templated: ContractCategory, addresses: Addresses): Response {
  const category = JSON.parse(fillPlaceholders(JSON.stringify(templated), addresses)) as ContractCategory;
  const { image, topic_info, solutions } = category;
  return xmlResponse({
    name: 'category',
    attributes: { locale: category.locale, xmlns: 'http://omanual.com/' },
    children: [
      { name: 'wiki_title', children: [category.wiki_title] },
      { name: 'display_title', children: [category.display_title] },
      { name: 'title', children: [category.title] },
      {
        name: 'topic_info',
        children: Object.entries(topic_info).map(([name, value]) => ({ name, children: [value] })),
      },
      ...(image
        ? [{ name: 'image', attributes: { id: image.id, guid: image.guid }, children: [image.original] }]
        : []),
      { name: 'description', children: [category.description] },
      { name: 'flags', children: flagids(category).map((id) => ({ name: 'flag', attributes: { id } })) },
      { name: 'solutions', attributes: { count: solutions.count, url: solutions.url } },
      {
        name: 'tools',
        children: category.tools.map(({ text, url }) => ({
          name: 'tool',
          attributes: { url },
          children: [text],
        })),
      },
      { name: 'guides', children: category.guides.map(guide) },
      { name: 'ancestors', children: titles('ancestor', category.ancestors) },
      { name: 'children', children: titles('child', category.children) },
      { name: 'contents_raw', children: [category.contents_raw] },
      { name: 'contents_rendered', children: [category.contents_rendered] },
    ],
  });
}

function guide({ guideid, type, revisionid, url, title }: ContractCategory['guides'][number]): XmlNode {
  return { name: 'guide', attributes: { id: guideid, type, revisionid, url }, children: [title] };
}

const titles = (name: string, list: readonly string[]): XmlNode[] =>
  list.map((title) => ({ name, children: [title] }));

const flagids = ({ flags }: ContractCategory): string[] => (Array.isArray(flags) ? [] : Object.keys(flags));
