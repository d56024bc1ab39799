import { z } from 'zod';

import { image as imageModel, imageSizeNames } from '../../shared/model/image.ts';
import type { IdKind } from '../store/meta.ts';
import type { SimpleKind } from '../store/resources/kinds.ts';
import { RemoteError } from './remote.ts';

/*
 * The fields that a desk reads in documents of a third-party site (SPEC P11). If one is missing, null or of another type, its default is used. Without
 * a default here, the whole document is left out. Fields that are not named here stay as they are.
 */

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;

const id = z.preprocess(asNumber, z.int().positive());
const maybeId = id.nullable().catch(null);
const text = z.string().catch('');
const maybeText = z.string().nullable().catch(null);
const whole = z.preprocess(asNumber, z.int()).catch(0);
const date = z.preprocess(asNumber, z.number().nonnegative()).catch(0);
const maybeDate = z.preprocess(asNumber, z.number().nonnegative()).nullable().catch(null);
const maybeNumber = z.number().nullable().catch(null);
const flag = z.preprocess((value) => (value === 1 || value === '1' ? true : value), z.boolean()).catch(false);
const maybeFlag = z
  .preprocess((value) => (value === 1 || value === 0 ? value === 1 : value), z.boolean())
  .optional()
  .catch(undefined);
const object = z.looseObject({});

/** A list without the items that are not of its kind. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((one): z.output<Item>[] => {
        const read = item.safeParse(one);
        return read.success ? [read.data] : [];
      }),
    );

/** A list of which every item must be of its kind. */
const wholeListOf = <Item extends z.ZodType>(item: Item) => z.array(item);

const size = z.string().optional().catch(undefined);
const image = imageModel.extend({
  ...Object.fromEntries(imageSizeNames.map((name) => [name, size])),
  id: z.preprocess(asNumber, z.int()),
});
const maybeImage = image.nullable().catch(null);

/** Only what a desk needs: what else a site says about people, such as `active`, may mean something else there. */
const person = z.object({
  userid: id,
  username: text,
  unique_username: maybeText,
  join_date: date,
  image: maybeImage,
  reputation: whole,
  url: text,
  teams: listOf(id),
  privileges: listOf(z.string()),
});

/** Stands for a person whom the site does not name, such as one whose account was deleted. */
const nobody = {
  userid: 0,
  username: '',
  unique_username: null,
  join_date: 0,
  image: null,
  reputation: 0,
  url: '',
  teams: [],
  privileges: [],
};
const author = person.catch(nobody);

const commentBase = z.looseObject({
  commentid: id,
  locale: maybeText,
  context: z.string(),
  contextid: id,
  parentid: maybeId,
  author,
  title: text,
  text_raw: text,
  text_rendered: text,
  date,
  modified_date: date,
  replied_date: date,
  rating: z.number().catch(0),
  status: z.enum(['public', 'private', 'deleted']).catch('public'),
});
const comment = commentBase.extend({ replies: listOf(commentBase) });

const line = z.looseObject({
  text_raw: text,
  text_rendered: text,
  bullet: z.string().catch('black'),
  level: whole,
  lineid: maybeId,
});

const media = z
  .union([
    z.looseObject({ type: z.literal('image'), data: listOf(image) }),
    z.looseObject({ type: z.string(), data: object }),
  ])
  .catch({ type: 'image', data: [] });

const step = z.looseObject({
  title: text,
  lines: wholeListOf(line),
  guideid: id,
  stepid: id,
  orderby: whole,
  revisionid: id,
  media,
  comments: listOf(comment),
});

const item = z.looseObject({
  type: maybeText,
  quantity: z.preprocess(asNumber, z.int()).catch(1),
  text: z.string(),
  notes: maybeText,
  url: maybeText,
  thumbnail: maybeText,
  isoptional: flag,
  featured: flag,
});

const guide = z.looseObject({
  guideid: id,
  revisionid: id,
  locale: z.string().catch('en'),
  langid: z.string().catch('en'),
  type: text,
  category: text,
  subject: text,
  title: text,
  url: text,
  summary: text,
  introduction_raw: text,
  introduction_rendered: text,
  conclusion_raw: text,
  conclusion_rendered: text,
  difficulty: maybeText,
  time_required: text,
  time_required_min: whole,
  time_required_max: whole,
  // A guide that does not say so came from the list of public ones.
  public: z.preprocess((value) => (value === 0 || value === '0' ? false : value), z.boolean()).catch(true),
  created_date: date,
  published_date: maybeDate,
  modified_date: date,
  prereq_modified_date: date,
  author,
  image: maybeImage,
  flags: listOf(z.looseObject({ flagid: z.string(), title: text, text })),
  parts: listOf(item),
  tools: listOf(item),
  documents: listOf(object),
  featured_documentid: maybeId,
  featured_document_embed_url: maybeText,
  featured_document_thumbnail_url: maybeText,
  intro_video: object.nullable().catch(null),
  intro_video_url: maybeText,
  prerequisites: listOf(z.looseObject({ guideid: id })),
  prerequisite_releases: listOf(z.object({ guideid: id, releaseid: maybeId })).optional(),
  steps: wholeListOf(step),
  comments: listOf(comment),
  patrol_threshold: whole,
  favorited: maybeFlag,
  completed: maybeFlag,
  // A field of hubs, which may mean something else here.
  needs: z.undefined().optional().catch(undefined),
});

const wiki = z.looseObject({
  wikiid: id,
  namespace: z.string(),
  title: z.string(),
  image: maybeImage,
  tags: listOf(z.string()),
  documents: listOf(object),
  // Sites have sent null (CONTRACT 8.3).
  revisionid: id.nullish(),
  created_date: date,
  modified_date: date,
  author: whole,
  source_revisionid: maybeId,
  page_title: maybeText,
  flags: z.union([z.record(z.string(), object), listOf(object)]).catch([]),
  linked_wikis: listOf(z.looseObject({ wikiid: id, namespace: z.string(), title: z.string() })),
  table_of_contents: flag,
  contents_json: z.looseObject({ type: z.string() }).optional().catch(undefined),
  info: z
    .array(z.looseObject({ name: z.string(), value: z.string() }))
    .optional()
    .catch([]),
  suppliers: z.array(object).optional().catch([]),
  tools: z
    .array(z.looseObject({ title: z.string() }))
    .optional()
    .catch([]),
  repairability_score: z.number().nullable().optional().catch(null),
});

const simple: Partial<Record<SimpleKind, z.ZodType>> = {
  user: person,
  comment,
  team: z.looseObject({
    teamid: id,
    name: text,
    description: text,
    owner: maybeId,
    image: maybeImage,
    location: maybeText,
    latitude: maybeNumber,
    longitude: maybeNumber,
    created_date: z.number().optional().catch(undefined),
    members: z.array(z.looseObject({ userid: id })),
  }),
  form: z.looseObject({
    form_revisionid: id,
    stepid: id.optional().catch(undefined),
    guideid: id.optional().catch(undefined),
    fields: z.array(z.looseObject({ field_revisionid: id })),
  }),
  entry: z.looseObject({
    entryid: id,
    guideid: id,
    userid: id,
    workorderid: z.union([z.string(), z.number()]).nullable().catch(null),
    status: z.string().optional().catch(undefined),
    starttime: date,
    endtime: maybeDate,
    guide_revisionid: maybeId,
    max_form_revisionid: maybeId,
    timingid: maybeId,
    work_data: listOf(
      z.looseObject({
        label: text,
        value: z
          .preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string())
          .catch(''),
        field_revisionid: maybeId,
        stepid: maybeId,
      }),
    ),
  }),
  release: z.looseObject({
    releaseid: id,
    guideid: id,
    langid: z.string().catch('en'),
    revisionid: maybeId,
    user: author,
    status: text,
    title: text,
    init_date: date,
    release_date: maybeDate,
    notes: text,
    type: z.string().catch('major'),
  }),
  glossary: z.looseObject({
    entryid: id,
    langid: z.string().catch('en'),
    term: z.string(),
    translations: z.record(z.string(), z.string()).catch({}),
    userid: whole,
    modified_date: date,
  }),
  image: z.looseObject({
    image,
    guid: text,
    srcid: maybeId,
    width: whole,
    height: whole,
    ratio: z.enum(['ONE_ONE', 'FOUR_THREE', 'VARIABLE']).catch('VARIABLE'),
    markup: maybeText,
    exif: z.record(z.string(), z.unknown()).catch({}),
  }),
  video: z.looseObject({
    videoid: id,
    filename: text,
    duration: z.number().catch(0),
    width: whole,
    height: whole,
    image: z.looseObject({ image, width: whole, height: whole, ratio: text }).nullable().catch(null),
    encodings: listOf(object),
    meta: object.nullable().catch(null),
  }),
};

const summary = z.looseObject({ guideid: id, category: text, type: text, title: text });

const schemas = { guide, step, summary, wiki, ...simple };

export type SoundKind = keyof typeof schemas | SimpleKind | IdKind;

/** The site's document lacks what a desk needs of it. */
export class Unsound extends RemoteError {
  constructor(what: string, cause: unknown) {
    super('bad-answer', `The site sent ${what} in a form that cannot be read.`, 200, undefined, cause);
  }
}

/**
 * Returns a copy of a third-party site's document that this desk can store.
 *
 * @throws Unsound
 */
export function sound<Doc>(kind: SoundKind, doc: Doc): Doc {
  const schema: z.ZodType | undefined = schemas[kind as keyof typeof schemas];
  if (!schema) return doc;
  const read = schema.safeParse(structuredClone(doc));
  if (!read.success) throw new Unsound(kind, read.error);
  return read.data as Doc;
}

/** Returns an answer about an edit, or each item of a list, as `sound` reads it; what it cannot read stays as it is. */
export function readable(kind: SoundKind | undefined, answer: unknown): unknown {
  if (kind === undefined || typeof answer !== 'object' || answer === null) return answer;
  if (Array.isArray(answer)) return answer.map((item: unknown) => readable(kind, item));
  try {
    return sound(kind, answer);
  } catch (error) {
    if (!(error instanceof Unsound)) throw error;
  }
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]: [string, unknown]) => [
      key,
      Array.isArray(value) ? readable(kind, value) : value,
    ]),
  );
}

/** A kind of list items. */
export interface ListedKind<Item> {
  /** @returns `undefined` if the item cannot be read */
  read(item: unknown): Item | undefined;
  idOf(item: Item): number;
}

const kindOf = <Schema extends z.ZodType>(
  schema: Schema,
  idOf: (item: z.output<Schema>) => number,
): ListedKind<z.output<Schema>> => ({ read: (item) => schema.safeParse(item).data, idOf });

/** Items of the lists of a third-party site, with what the code that reads these lists needs. */
export const listItems = {
  guide: kindOf(
    z.object({ guideid: id, revisionid: whole, modified_date: date, prereq_modified_date: date }),
    ({ guideid }) => guideid,
  ),
  wiki: kindOf(
    z.object({
      wikiid: id,
      title: z.string(),
      modified_date: date,
      revisionid: id.optional().catch(undefined),
    }),
    ({ wikiid }) => wikiid,
  ),
  comment: kindOf(z.looseObject({ commentid: id, date, modified_date: date }), ({ commentid }) => commentid),
  favorite: kindOf(z.object({ date, guide: z.object({ guideid: id }) }), ({ guide }) => guide.guideid),
  team: kindOf(z.looseObject({ teamid: id }), ({ teamid }) => teamid),
  release: kindOf(z.looseObject({ releaseid: id, guideid: id }), ({ releaseid }) => releaseid),
  term: kindOf(z.looseObject({ entryid: id, term: z.string() }), ({ entryid }) => entryid),
  run: kindOf(z.looseObject({ entryid: id }), ({ entryid }) => entryid),
  image: kindOf(z.looseObject({ image: z.looseObject({ id }) }), (item) => item.image.id),
  video: kindOf(z.looseObject({ videoid: id }), ({ videoid }) => videoid),
  badge: kindOf(
    z.looseObject({
      earned: z.boolean().catch(true),
      times_earned: z.int().catch(1),
      date: maybeDate,
      badge: z.looseObject({
        badgeid: id,
        name: text,
        type: z.enum(['bronze', 'silver', 'gold']).catch('bronze'),
        category: text,
        description: text,
        multiple: flag,
        num_users: whole,
        icon: maybeText,
        image: maybeText,
        secondary_color: maybeText,
      }),
    }),
    ({ badge }) => badge.badgeid,
  ),
  member: kindOf(z.looseObject({ userid: id }), ({ userid }) => userid),
  form: kindOf(z.looseObject({ stepid: id }), ({ stepid }) => stepid),
};

export type ListedComment = NonNullable<ReturnType<typeof listItems.comment.read>>;
