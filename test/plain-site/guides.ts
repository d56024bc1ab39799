import { commentsOn } from './comments.ts';
import type { Data, Guide, GuideFields, Item } from './data.ts';
import {
  bodyOf,
  forbidden,
  invalid,
  notFound,
  nothing,
  ok,
  page,
  required,
  requireRevision,
  since,
} from './http.ts';
import type { Answer, Ask, Operations } from './http.ts';
import { imageOf } from './media.ts';
import { authorOf, isAdmin, requirePerson, requireViewer } from './people.ts';
import { stepOf } from './steps.ts';
import { rendered } from './text.ts';
import { itemPage } from './wikis.ts';

const types = [
  'replacement',
  'installation',
  'repair',
  'disassembly',
  'teardown',
  'technique',
  'maintenance',
];
const difficulties = ['Very easy', 'Easy', 'Moderate', 'Difficult', 'Very difficult'];

export const canSee = ({ viewer }: Ask, { deleted, fields }: Guide): boolean =>
  !deleted && (fields.public || isAdmin(viewer) || viewer?.userid === fields.author);

/** Returns the guide that the path names. */
export function requireGuide(ask: Ask): Guide {
  const guide = ask.data.guides.get(Number(ask.params['guideid']));
  if (!guide || guide.deleted) throw notFound('Guide');
  if (!canSee(ask, guide)) throw forbidden('Guide is private.');
  return guide;
}

/** Returns a guide to edit. On this site everyone who signed in may edit what they see. */
export function requireEditable(ask: Ask): Guide {
  requireViewer(ask);
  return requireGuide(ask);
}

export function changed(data: Data, guide: Guide): void {
  guide.revisionid = data.next('revision');
  guide.modified = data.now;
}

function prerequisitesOf(ask: Ask, { fields }: Guide): Guide[] {
  return fields.prerequisites.flatMap((guideid) => {
    const guide = ask.data.guides.get(guideid);
    return guide && canSee(ask, guide) ? [guide] : [];
  });
}

/** Returns direct and indirect prerequisites, each once; this site allows circles. */
function allPrerequisitesOf(
  ask: Ask,
  guide: Guide,
  found = new Set<Guide>(),
  visited = new Set([guide]),
): Set<Guide> {
  for (const one of prerequisitesOf(ask, guide)) {
    if (visited.has(one)) continue;
    visited.add(one);
    allPrerequisitesOf(ask, one, found, visited);
    found.add(one);
  }
  return found;
}

const prereqModified = (ask: Ask, guide: Guide): number =>
  Math.max(
    0,
    ...[...allPrerequisitesOf(ask, guide)].filter((one) => one.fields.public).map((one) => one.modified),
  );

const urlOf = ({ origin }: Ask, { guideid, fields }: Guide): string =>
  `${origin}/Guide/${encodeURIComponent(fields.title).replaceAll('%20', '+')}/${guideid}`;

export function summaryOf(ask: Ask, guide: Guide): Record<string, unknown> {
  const { fields } = guide;
  return {
    dataType: 'guide',
    guideid: guide.guideid,
    locale: 'en',
    langid: 'en',
    revisionid: guide.revisionid,
    modified_date: guide.modified,
    prereq_modified_date: prereqModified(ask, guide),
    url: urlOf(ask, guide),
    type: fields.type,
    category: fields.category,
    subject: fields.subject,
    title: fields.title,
    summary: fields.summary,
    difficulty: fields.difficulty,
    time_required_max: fields.time_required_max,
    public: fields.public,
    userid: fields.author,
    username: requirePerson(ask, fields.author).username,
    flags: fields.flags,
    image: fields.image === null ? null : imageOf(ask, fields.image),
  };
}

const itemOf = (ask: Ask, { name, ...item }: Item) => ({
  ...item,
  text: name,
  url: `${ask.origin}/Item/${encodeURIComponent(name)}`,
  thumbnail: null,
});

/** @param inlined guides whose steps come before its own */
export function guideOf(ask: Ask, guide: Guide, inlined: Iterable<Guide> = []): Record<string, unknown> {
  const { fields, guideid } = guide;
  const { introduction, conclusion, author, ...plain } = fields;
  const viewer = ask.viewer;
  return {
    ...plain,
    guideid,
    revisionid: guide.revisionid,
    locale: 'en',
    langid: 'en',
    available_langids: ['en'],
    url: urlOf(ask, guide),
    introduction_raw: introduction,
    introduction_rendered: rendered(introduction),
    conclusion_raw: conclusion,
    conclusion_rendered: rendered(conclusion),
    time_required:
      fields.time_required_max === 0 ? 'No estimate' : `${fields.time_required_max / 60} minutes`,
    created_date: guide.created,
    published_date: fields.public ? guide.created : null,
    modified_date: guide.modified,
    prereq_modified_date: prereqModified(ask, guide),
    author: authorOf(ask, author),
    image: fields.image === null ? null : imageOf(ask, fields.image),
    flags: fields.flags.map((flagid) => ({ flagid, title: flagid, text: '' })),
    parts: fields.parts.map((part) => itemOf(ask, part)),
    tools: fields.tools.map((tool) => itemOf(ask, tool)),
    documents: [],
    featured_documentid: null,
    featured_document_embed_url: null,
    featured_document_thumbnail_url: null,
    intro_video: null,
    intro_video_url: null,
    prerequisites: prerequisitesOf(ask, guide).map((one) => summaryOf(ask, one)),
    steps: [...inlined, guide].flatMap((one) => one.steps.map((_, index) => stepOf(ask, one, index))),
    comments: commentsOn(ask, 'guide', guideid),
    completed: viewer?.completions.has(guideid) ?? false,
    favorited: viewer?.favorites.has(guideid) ?? false,
    can_edit: viewer !== undefined,
    patrol_threshold: 0,
  };
}

const blank: Omit<GuideFields, 'author'> = {
  category: '',
  type: '',
  subject: '',
  title: '',
  summary: '',
  introduction: '',
  conclusion: '',
  difficulty: null,
  time_required_min: 0,
  time_required_max: 0,
  flags: [],
  image: null,
  prerequisites: [],
  parts: [],
  tools: [],
  public: false,
};

/** Returns the fields with those of a request set; ignores unknown ones. Items without a page get one. */
function written(ask: Ask, fields: GuideFields): GuideFields {
  const given = bodyOf(ask);
  const next: GuideFields = { ...fields };
  for (const field of Object.keys(blank))
    if (given[field] !== undefined) Object.assign(next, { [field]: given[field] });
  if (typeof given['author'] === 'number') next.author = requirePerson(ask, given['author']).userid;
  for (const list of ['parts', 'tools'] as const)
    if (given[list] !== undefined)
      next[list] = (given[list] as Partial<Item>[]).map((item) => writtenItem(ask, item));
  if (!types.includes(next.type)) throw invalid('type', `type must be one of: ${types.join(', ')}`);
  if (next.difficulty !== null && !difficulties.includes(next.difficulty))
    throw invalid('difficulty', 'is unknown');
  if (next.summary.length > 155) throw invalid('summary', 'summary must be fewer than 156 characters');
  if (next.introduction.split('\n').length > 49) throw invalid('introduction', 'fewer than 50 lines');
  if (next.image !== null && !ask.data.pictures.has(next.image))
    throw invalid('image', 'is not in your media manager');
  if (next.prerequisites.some((id) => !ask.data.guides.has(id)))
    throw invalid('prerequisites', 'no such guide');
  if (next.title === '') next.title = `${next.category} ${next.subject} ${next.type}`.replaceAll(/ +/g, ' ');
  return next;
}

function writtenItem(ask: Ask, item: Partial<Item>): Item {
  const { name = '', type = null, quantity = 1, notes = null, featured = false, isoptional = false } = item;
  if (name === '') throw invalid('name', 'name is required', 'missing_field');
  itemPage(ask, name);
  return { name, type, quantity, notes, featured, isoptional };
}

function create(ask: Ask): Answer {
  const { userid } = requireViewer(ask);
  required(bodyOf(ask), 'category');
  const fields = written(ask, { ...blank, author: userid });
  const { data } = ask;
  const guide: Guide = {
    guideid: data.next('guide'),
    revisionid: data.next('revision'),
    created: data.now,
    modified: data.now,
    deleted: false,
    fields,
    steps: [],
    tags: new Set(),
  };
  data.guides.set(guide.guideid, guide);
  return ok(guideOf(ask, guide), 201);
}

/** Applies an edit. One that changes nothing makes no revision. */
function update(ask: Ask, change: (fields: GuideFields) => GuideFields): Answer {
  const guide = requireEditable(ask);
  requireRevision(ask, guide.revisionid, () => guideOf(ask, guide));
  const next = change(guide.fields);
  if (JSON.stringify(next) !== JSON.stringify(guide.fields)) {
    guide.fields = next;
    changed(ask.data, guide);
  }
  return ok(guideOf(ask, guide));
}

function list(ask: Ask): Answer {
  const { query, viewer } = ask;
  const all = [...ask.data.guides.values()];
  const wanted = query.get('guideids')?.split(',').slice(0, 50).map(Number);
  if (wanted) {
    const found = all.filter((guide) => wanted.includes(guide.guideid) && canSee(ask, guide));
    return ok(found.map((guide) => summaryOf(ask, guide)));
  }
  const types = query.get('filter')?.split(',');
  const hidden = query.has('includePrivate') && isAdmin(viewer);
  const rest = all.filter(
    ({ modified, fields }) => modified >= since(ask) && (types?.includes(fields.type) ?? true),
  );
  return ok(
    page(ask, rest, ({ deleted, fields }) => !deleted && (fields.public || hidden)).map((guide) =>
      summaryOf(ask, guide),
    ),
  );
}

function tag(ask: Ask, present: boolean): Answer {
  const guide = requireEditable(ask);
  changeTags(guide.tags, required(bodyOf(ask), 'tag'), present);
  return ok(guideOf(ask, guide));
}

export function changeTags(tags: Set<string>, name: string, present: boolean): void {
  if (name.length > 32) throw invalid('tag', 'tag must have at most 32 characters');
  if (present) tags.add(name);
  else if (!tags.delete(name)) throw notFound('Tag');
}

export const guides: Operations = {
  'GET /guides': list,
  'POST /guides': create,
  'GET /guides/featured': (ask) => ok(page(ask, [])),
  'GET /guides/releases': () => ok({ releases: [] }),
  'GET /guides/{guideid}': (ask) => {
    const guide = requireGuide(ask);
    const alone = ask.query.has('excludePrerequisiteSteps');
    return ok(guideOf(ask, guide, alone ? [] : allPrerequisitesOf(ask, guide)));
  },
  'PATCH /guides/{guideid}': (ask) => update(ask, (fields) => written(ask, fields)),
  'PUT /guides/{guideid}/public': (ask) => update(ask, (fields) => ({ ...fields, public: true })),
  'DELETE /guides/{guideid}/public': (ask) => update(ask, (fields) => ({ ...fields, public: false })),
  'DELETE /guides/{guideid}': (ask) => {
    const guide = requireEditable(ask);
    requireRevision(ask, guide.revisionid, () => guideOf(ask, guide));
    guide.deleted = true;
    changed(ask.data, guide);
    return nothing;
  },
  'PUT /guides/{guideid}/steporder': (ask) => {
    const guide = requireEditable(ask);
    requireRevision(ask, guide.revisionid, () => guideOf(ask, guide));
    const wanted = (bodyOf(ask)['stepids'] ?? []) as number[];
    const steps = wanted.flatMap((stepid) => guide.steps.find((step) => step.stepid === stepid) ?? []);
    if (steps.length !== wanted.length || new Set(steps).size !== guide.steps.length)
      throw invalid('stepids', 'must name every step once');
    if (steps.some((step, index) => step !== guide.steps[index])) {
      guide.steps = steps;
      changed(ask.data, guide);
    }
    return ok(guideOf(ask, guide));
  },
  'GET /guides/{guideid}/tags': (ask) => ok([...requireGuide(ask).tags].sort()),
  'PUT /guides/{guideid}/tag': (ask) => tag(ask, true),
  'DELETE /guides/{guideid}/tag': (ask) => tag(ask, false),
  'GET /guides/{guideid}/users': (ask) => (requireGuide(ask), ok([])),
  'GET /guides/{guideid}/teams': (ask) => (
    requireGuide(ask),
    ok({ guideTeams: [], canIViewGuide: true, canIEditGuide: true, canIChangeGuidePrivacy: true })
  ),
  'GET /guides/{guideid}/releases': (ask) => (requireGuide(ask), ok({ releases: [] })),
};
