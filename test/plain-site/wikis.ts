import type { Wiki, WikiFields } from './data.ts';
import { changeTags, summaryOf } from './guides.ts';
import { bodyOf, invalid, notFound, nothing, ok, page, required, requireRevision, since } from './http.ts';
import type { Answer, Ask, Operations } from './http.ts';
import { imageOf } from './media.ts';
import { authorOf, requireViewer } from './people.ts';
import { rendered, tree } from './text.ts';

const namespaces = ['WIKI', 'CATEGORY', 'INFO', 'ITEM', 'USER', 'TEAM'];

const all = ({ data }: Ask, namespace: string | undefined): Wiki[] => {
  if (namespace === undefined || !namespaces.includes(namespace)) throw notFound('Namespace');
  return [...data.wikis.values()]
    .filter((wiki) => wiki.namespace === namespace)
    .sort((a, b) => (a.title < b.title ? -1 : 1));
};

const spelled = (title: string): string => title.replaceAll('_', ' ').toLowerCase();

const find = (ask: Ask, namespace: string | undefined, title: string): Wiki | undefined => {
  const pages = all(ask, namespace).filter(({ deleted }) => !deleted);
  return (
    pages.find((wiki) => wiki.title === title.replaceAll('_', ' ')) ??
    pages.find((wiki) => spelled(wiki.title) === spelled(title))
  );
};

function requireWiki(ask: Ask): Wiki {
  const { namespace = 'CATEGORY', title = '' } = ask.params;
  const wiki = find(ask, namespace, title);
  if (!wiki) throw notFound('Wiki');
  return wiki;
}

const light = (ask: Ask, { wikiid, namespace, title, fields, modified, author }: Wiki) => ({
  dataType: 'wiki',
  wikiid,
  langid: 'en',
  namespace,
  title,
  display_title: fields.display_title || title,
  url: `${ask.origin}/${namespace}/${encodeURIComponent(title)}`,
  summary: fields.description,
  text: fields.contents.slice(0, 100),
  image: fields.image === null ? null : imageOf(ask, fields.image),
  modified_date: modified,
  author,
});

function wikiOf(ask: Ask, wiki: Wiki): Record<string, unknown> {
  const { fields, namespace, title } = wiki;
  const { summary: _, text: __, ...common } = light(ask, wiki);
  const { nullRevisions, withoutTree } = ask.data.knobs;
  const own =
    namespace === 'CATEGORY'
      ? categoryOf(ask, wiki)
      : namespace === 'ITEM'
        ? { suppliers: fields.suppliers }
        : {};
  return {
    ...common,
    page_title: fields.page_title,
    revisionid: nullRevisions && namespace === 'CATEGORY' ? null : wiki.revisionid,
    source_revisionid: null,
    contents_raw: fields.contents,
    ...(withoutTree.includes(namespace) ? {} : { contents_json: tree(fields.contents) }),
    contents_rendered: rendered(fields.contents),
    created_date: wiki.created,
    authors: [{ ...authorOf(ask, wiki.author), percent: 100, avatar_url: null, profile_url: null }],
    available_langids: ['en'],
    can_edit: ask.viewer !== undefined,
    description: fields.description,
    documents: [],
    flags:
      fields.flags.length === 0
        ? []
        : Object.fromEntries(fields.flags.map((flagid) => [flagid, { flagid, title }])),
    tags: [...wiki.tags].sort(),
    linked_wikis: [],
    table_of_contents: fields.table_of_contents,
    ...own,
  };
}

function ancestorsOf(ask: Ask, { parent }: Wiki): Wiki[] {
  const above = parent === null ? undefined : find(ask, 'CATEGORY', parent);
  return above ? [above, ...ancestorsOf(ask, above)] : [];
}

const childrenOf = (ask: Ask, { title }: Wiki): Wiki[] =>
  all(ask, 'CATEGORY').filter((wiki) => wiki.parent === title && !wiki.deleted);

function categoryOf(ask: Ask, wiki: Wiki): Record<string, unknown> {
  const guides = [...ask.data.guides.values()].filter(
    ({ deleted, fields }) => !deleted && fields.public && fields.category === wiki.title,
  );
  return {
    ancestors: ancestorsOf(ask, wiki).map((one) => light(ask, one)),
    children: childrenOf(ask, wiki).map((one) => light(ask, one)),
    parent: wiki.parent,
    guides: guides.map((guide) => summaryOf(ask, guide)),
    featured_guides: [],
    related_wikis: [],
    info: wiki.fields.info.map((one) => ({ ...one, inheritedFrom: null })),
    repairability_score: wiki.fields.repairability_score,
    solutions_url: `${ask.origin}/Answers/${wiki.title}`,
  };
}

const blank: WikiFields = {
  display_title: '',
  page_title: null,
  contents: '',
  description: '',
  image: null,
  table_of_contents: false,
  flags: [],
  info: [],
  suppliers: [],
  repairability_score: null,
};

function written(ask: Ask, fields: WikiFields): WikiFields {
  const given = bodyOf(ask);
  const next = { ...fields };
  for (const field of Object.keys(blank))
    if (given[field] !== undefined) Object.assign(next, { [field]: given[field] });
  if (next.image !== null && !ask.data.pictures.has(next.image))
    throw invalid('image', 'is not in your media manager');
  return next;
}

function add(ask: Ask, namespace: string, title: string, fields: WikiFields): Wiki {
  const { data } = ask;
  const wiki: Wiki = {
    wikiid: data.next('wiki'),
    revisionid: data.next('revision'),
    namespace,
    title,
    parent: null,
    author: requireViewer(ask).userid,
    created: data.now,
    modified: data.now,
    deleted: false,
    fields,
    history: new Map(),
    tags: new Set(),
  };
  wiki.history.set(wiki.revisionid, fields);
  data.wikis.set(wiki.wikiid, wiki);
  return wiki;
}

/** Returns the page of a part or tool, and creates it if there is none. */
export function itemPage(ask: Ask, name: string): void {
  if (!find(ask, 'ITEM', name)) add(ask, 'ITEM', name, { ...blank });
}

function create(ask: Ask): Answer {
  requireViewer(ask);
  const body = bodyOf(ask);
  const [namespace, title] = [required(body, 'namespace'), required(body, 'title')];
  required(body, 'contents');
  if (find(ask, namespace, title)) throw invalid('title', 'There is such a page already', 'already_exists');
  return ok(wikiOf(ask, add(ask, namespace, title, written(ask, blank))), 201);
}

/** Applies an edit. One that changes nothing makes no revision. */
function update(ask: Ask, change: (wiki: Wiki) => WikiFields): Answer {
  requireViewer(ask);
  const wiki = requireWiki(ask);
  requireRevision(ask, wiki.revisionid, () => wikiOf(ask, wiki));
  const before = JSON.stringify([wiki.fields, wiki.parent]);
  const next = change(wiki);
  if (JSON.stringify([next, wiki.parent]) !== before) {
    wiki.fields = next;
    wiki.revisionid = ask.data.next('revision');
    wiki.modified = ask.data.now;
    wiki.author = requireViewer(ask).userid;
    wiki.history.set(wiki.revisionid, next);
  }
  return ok(wikiOf(ask, wiki));
}

function tag(ask: Ask, present: boolean): Answer {
  requireViewer(ask);
  const wiki = requireWiki(ask);
  changeTags(wiki.tags, required(bodyOf(ask), 'tag'), present);
  return ok(wikiOf(ask, wiki));
}

type Tree = { [title: string]: Tree | null };

function hierarchy(ask: Ask): Tree {
  const below = (pages: Wiki[]): Tree =>
    Object.fromEntries(
      pages.map((wiki) => {
        const children = childrenOf(ask, wiki);
        return [wiki.title, children.length > 0 ? below(children) : null];
      }),
    );
  return below(all(ask, 'CATEGORY').filter(({ parent, deleted }) => parent === null && !deleted));
}

const titles = (ask: Ask, namespace?: string): string[] =>
  all(ask, namespace)
    .filter(({ deleted }) => !deleted)
    .map(({ title }) => title);

export const wikis: Operations = {
  'GET /wikis/{namespace}': (ask) => {
    const { namespace } = ask.params;
    const display = ask.query.get('display');
    if (display === 'hierarchy') return ok({ hierarchy: hierarchy(ask), display_titles: {} });
    if (display === 'titles') return ok(titles(ask, namespace));
    const wikis = all(ask, namespace).filter(({ modified }) => modified >= since(ask));
    return ok(page(ask, wikis, ({ deleted }) => !deleted).map((wiki) => light(ask, wiki)));
  },
  'POST /wikis': create,
  'GET /wikis/{namespace}/{title}': (ask) => ok(wikiOf(ask, requireWiki(ask))),
  'PATCH /wikis/{namespace}/{title}': (ask) => update(ask, ({ fields }) => written(ask, fields)),
  'DELETE /wikis/{namespace}/{title}': (ask) => {
    requireViewer(ask);
    const wiki = requireWiki(ask);
    requireRevision(ask, wiki.revisionid, () => wikiOf(ask, wiki));
    if (childrenOf(ask, wiki).length > 0) throw invalid('title', 'This category has others below it');
    wiki.deleted = true;
    wiki.modified = ask.data.now;
    return nothing;
  },
  'POST /wikis/{namespace}/{title}/revert': (ask) =>
    update(ask, ({ history, revisionid }) => {
      const target = Number(ask.query.get('to_revisionid'));
      const fields = history.get(target);
      if (!fields || target === revisionid)
        throw invalid('to_revisionid', 'is no earlier revision of this page');
      return fields;
    }),
  'PUT /wikis/CATEGORY/{title}/parent': (ask) =>
    update(ask, (wiki) => {
      const above = find(ask, 'CATEGORY', required(bodyOf(ask), 'parent'));
      if (!above || above === wiki || ancestorsOf(ask, above).includes(wiki))
        throw invalid('parent', 'cannot be above');
      wiki.parent = above.title;
      return wiki.fields;
    }),
  'GET /wikis/CATEGORY/{title}/children': (ask) =>
    ok(childrenOf(ask, requireWiki(ask)).map((one) => light(ask, one))),
  'GET /wikis/{namespace}/{title}/tags': (ask) => ok([...requireWiki(ask).tags].sort()),
  'PUT /wikis/{namespace}/{title}/tag': (ask) => tag(ask, true),
  'DELETE /wikis/{namespace}/{title}/tag': (ask) => tag(ask, false),
  'GET /categories': (ask) => ok(hierarchy(ask)),
  'GET /categories/all': (ask) => ok(page(ask, titles(ask, 'CATEGORY'))),
};
