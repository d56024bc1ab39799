import type { PlainPair, PlainPerson } from './plain-pair.ts';

type Document = Record<string, unknown>;

const pick = (document: Document, fields: readonly string[]): Document =>
  Object.fromEntries(fields.map((field) => [field, document[field]]));

const guideFields =
  'guideid revisionid type category subject title url summary introduction_raw introduction_rendered conclusion_raw difficulty time_required_min time_required_max public modified_date prereq_modified_date flags favorited completed';

const wikiFields =
  'wikiid namespace title display_title revisionid contents_raw contents_rendered description modified_date tags table_of_contents';

const list = (value: unknown): Document[] => (Array.isArray(value) ? (value as Document[]) : []);

const commentView = (comment: Document): unknown => ({
  ...pick(comment, [
    'commentid',
    'context',
    'contextid',
    'parentid',
    'text_raw',
    'text_rendered',
    'date',
    'modified_date',
  ]),
  userid: (comment['author'] as Document)['userid'],
  replies: list(comment['replies']).map(commentView),
});

const stepView = (step: Document): unknown => ({
  ...pick(step, ['stepid', 'guideid', 'orderby', 'revisionid', 'title', 'lines']),
  pictures: list((step['media'] as Document)['data']).map((image) => image['id']),
  comments: list(step['comments']).map(commentView),
});

const itemView = (item: Document): unknown => pick(item, ['text', 'quantity', 'notes', 'type', 'featured']);

function guideView(guide: Document): unknown {
  return {
    ...pick(guide, guideFields.split(' ')),
    userid: (guide['author'] as Document)['userid'],
    image: (guide['image'] as Document | null)?.['id'] ?? null,
    parts: list(guide['parts']).map(itemView),
    tools: list(guide['tools']).map(itemView),
    prerequisites: list(guide['prerequisites']).map(({ guideid }) => guideid),
    steps: list(guide['steps']).map(stepView),
    comments: list(guide['comments']).map(commentView),
  };
}

const fieldView = (field: Document): unknown =>
  pick(field, [
    'field_guid',
    'field_revisionid',
    'field_type',
    'label',
    'required',
    'placeholder',
    'textarea',
  ]);

export type Ask = (route: string) => Promise<Document | Document[] | null>;

/** Returns everything that a person sees in the answers of site or desk, without what only one of them has. */
export async function seen(ask: Ask, teamids: Iterable<number>, userid: number): Promise<Document> {
  const view: Document = {};
  const guides = list(await ask('GET /guides?limit=200'));
  const own = list(await ask('GET /user/guides?limit=200'));
  view['listed'] = guides
    .map(({ guideid, revisionid }) => [guideid, revisionid])
    .sort((a, b) => Number(a[0]) - Number(b[0]));
  const ids = new Set([...guides, ...own].map(({ guideid }) => Number(guideid)));
  for (const guideid of [...ids].sort((a, b) => a - b)) {
    view[`guide ${guideid}`] = guideView(
      (await ask(`GET /guides/${guideid}?excludePrerequisiteSteps`)) as Document,
    );
    view[`tags ${guideid}`] = await ask(`GET /guides/${guideid}/tags`);
    const forms = list(await ask(`GET /step_forms/guideid/${guideid}`)).map((form) => ({
      ...pick(form, ['form_revisionid', 'stepid']),
      fields: list(form['fields']).map(fieldView),
    }));
    if (forms.length > 0) view[`forms ${guideid}`] = forms;
  }
  for (const namespace of ['CATEGORY', 'ITEM', 'INFO', 'WIKI'])
    for (const { title } of list(await ask(`GET /wikis/${namespace}?limit=200`)))
      view[`${namespace} ${String(title)}`] = pick(
        (await ask(`GET /wikis/${namespace}/${encodeURIComponent(String(title))}`)) as Document,
        wikiFields.split(' '),
      );
  view['favorites'] = list(await ask('GET /user/favorites/guides')).map(
    ({ guide }) => (guide as Document)['guideid'],
  );
  view['completions'] = list(await ask('GET /user/completions')).map(({ guideid }) => guideid);
  view['pictures'] = list(await ask('GET /user/media/images?limit=200'))
    .map(({ image, width, height }) => [(image as Document)['id'], width, height])
    .sort((a, b) => Number(a[0]) - Number(b[0]));
  view['runs'] = list(((await ask(`GET /work_log?userid=${userid}&limit=200`)) as Document)['results']).map(
    (run) => ({
      ...pick(run, ['entryid', 'guideid', 'userid', 'workorderid', 'status', 'cancelled']),
      values: list(run['work_data']).map((value) =>
        pick(value, ['label', 'value', 'field_revisionid', 'stepid']),
      ),
    }),
  );
  for (const teamid of teamids)
    view[`team ${teamid}`] = list(await ask(`GET /teams/${teamid}`))
      .map(({ userid }) => Number(userid))
      .sort((a, b) => a - b);
  view['glossary'] = list(await ask('GET /translation_glossary/entries'))
    .map((entry) => pick(entry, ['entryid', 'langid', 'term', 'translations']))
    .sort((a, b) => Number(a['entryid']) - Number(b['entryid']));
  // Each uses the address of the request for itself.
  return JSON.parse(JSON.stringify(view).replaceAll(/http:\/\/[\w.:]+\//g, 'http://site/')) as Document;
}

/** Returns a person's view of the site, and of the desk. */
export async function bothViews(
  at: PlainPair,
  { userid, token }: PlainPerson,
): Promise<[Document, Document]> {
  return [
    await seen((route) => at.there(route, token), at.site.data.teams.keys(), userid),
    await seen((route) => at.here(route, token), at.site.data.teams.keys(), userid),
  ];
}
