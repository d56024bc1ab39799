import { z } from 'zod';

import { limits } from '../../shared/limits.ts';
import { fieldExtras } from '../../shared/model/field-extras.ts';
import { imageSizeNames } from '../../shared/model/image.ts';
import { release as releaseAnswer } from '../../shared/model/release.ts';
import { video as videoAnswer } from '../../shared/model/video.ts';
import { workLogEntry as workLogAnswer } from '../../shared/model/work-log.ts';
import { importedId, importedIdOrNone } from './imported-id.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names fields of answers that the hub computes by itself, or stores as they are. */
const unchecked = (names: readonly string[]): Record<string, z.ZodType> =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));

/** An id, or an object that contains it: fixtures may use the shapes of answers and of requests. */
const ref = (key: string) =>
  z.union([z.int(), z.looseObject({ [key]: z.int() }).transform((value) => Number(value[key]))]);

/** Reads `null`, which answers give for a missing value, as undefined. */
const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const seconds = z.number().nonnegative();

const user = z.looseObject({
  userid: importedId,
  username: z.string().min(1),
  unique_username: z.string().nullish(),
  email: z.email().nullish(),
  password: z.string().min(1).nullish(),
  privileges: z.array(z.string()).default([]),
  role: z.enum(['admin', 'author', 'technician']).optional(),
  join_date: seconds.optional(),
  reputation: z.int().default(0),
  location: z.string().nullish(),
  summary: z.string().nullish(),
  about_raw: z.union([z.string(), z.literal(false), z.null()]).default(''),
  image: ref('id').nullish(),
});

const team = z.looseObject({
  teamid: importedId,
  name: z.string().min(1),
  description: text,
  owner: z.int().nullish(),
  members: z.array(ref('userid')).default([]),
});

/** An image object, or an item of the media manager that contains one. */
const image = z.preprocess(
  (value) => (isRecord(value) && isRecord(value['image']) ? { ...value['image'], ...value } : value),
  z.looseObject({
    id: importedId,
    guid: z.string().regex(/^[\w-]{1,64}$/),
    userid: z.int().nullish(),
    /** Picture file beside the fixture, or its bytes as base64; without either a numbered picture is drawn. */
    file: z.string().optional(),
    data: z.base64().optional(),
    /** The picture that it was drawn on, and the drawing. */
    srcid: importedId.nullish(),
    markup: z.string().max(limits.media.markup.max).nullish(),
    ...unchecked(['image', 'width', 'height', 'ratio', 'exif', 'original', ...imageSizeNames]),
  }),
);

const media = z
  .union([
    z.looseObject({ type: z.literal('image'), data: z.array(ref('id')) }),
    z.looseObject({ type: z.string(), data: z.looseObject({}).nullable() }),
  ])
  .nullish();

const commentBase = z.looseObject({
  commentid: importedId,
  context: z.string(),
  contextid: z.int(),
  parentid: z.int().nullish(),
  author: ref('userid').optional(),
  userid: z.int().optional(),
  title: text,
  text_raw: z.string().optional(),
  text: z.string().optional(),
  date: seconds.optional(),
  modified_date: seconds.default(0),
  status: z.enum(['public', 'private', 'deleted']).default('public'),
});

const comment = commentBase.extend({ replies: z.array(commentBase).default([]) });

const fits = (text: string): boolean => text.length <= limits.step.line.max;

const line = z
  .looseObject({
    lineid: importedIdOrNone.nullish(),
    text_raw: z.string().optional(),
    text: z.string().optional(),
    bullet: z.string().default('black'),
    level: z.int().min(0).max(limits.step.level.max).default(0),
  })
  .refine(({ text_raw, text = '' }) => fits(text_raw ?? text), {
    path: ['text_raw'],
    error: `A line has at most ${limits.step.line.max} characters.`,
  });

const step = z
  .looseObject({
    /** Answers also list steps of prerequisites. */
    guideid: z.int().optional(),
    stepid: importedId.optional(),
    orderby: z.int().optional(),
    revisionid: importedIdOrNone.optional(),
    title: text,
    lines: z.array(line).max(limits.step.lines.max).default([]),
    media,
    comments: z.array(comment).default([]),
  })
  .refine(({ media }) => !Array.isArray(media?.data) || media.data.length <= limits.step.pictures.max, {
    path: ['media', 'data'],
    error: `A step has at most ${limits.step.pictures.max} pictures.`,
  });

const item = z.looseObject({
  text: z.string().optional(),
  name: z.string().optional(),
  type: z.string().nullish(),
  quantity: z.int().default(1),
  notes: z.string().nullish(),
  url: z.string().nullish(),
  thumbnail: z.string().nullish(),
  isoptional: z.boolean().default(false),
  featured: z.boolean().default(false),
});

/** Flag ids, or flags as answers of guides and wikis contain them. */
const flags = z
  .preprocess(
    (value) => (isRecord(value) ? Object.keys(value) : value),
    z.array(z.union([z.string(), z.looseObject({ flagid: z.string() }).transform((flag) => flag.flagid)])),
  )
  .default([]);

const guide = z.looseObject({
  guideid: importedId,
  revisionid: importedIdOrNone.optional(),
  langid: z.string().optional(),
  type: z.string().default('repair'),
  category: z.string().min(1),
  subject: text,
  title: text,
  summary: text,
  introduction_raw: text,
  introduction: z.string().optional(),
  conclusion_raw: text,
  conclusion: z.string().optional(),
  difficulty: z.string().nullish(),
  time_required_min: z.int().default(0),
  time_required_max: z.int().default(0),
  public: z.boolean().default(true),
  author: ref('userid').optional(),
  userid: z.int().optional(),
  flags,
  image: ref('id').nullish(),
  prerequisites: z.array(ref('guideid')).default([]),
  tools: z.array(item).default([]),
  parts: z.array(item).default([]),
  documents: z.array(z.looseObject({})).default([]),
  featured_documentid: z.int().nullable().default(null),
  featured_document_embed_url: z.string().nullable().default(null),
  featured_document_thumbnail_url: z.string().nullable().default(null),
  intro_video: z.looseObject({}).nullable().default(null),
  intro_video_url: z.string().nullable().default(null),
  patrol_threshold: z.int().default(0),
  tags: z.array(z.string().max(limits.tag.text.max)).default([]),
  users: z.array(ref('userid')).default([]),
  teams: z.array(ref('teamid')).default([]),
  steps: z.array(step).default([]),
  comments: z.array(comment).default([]),
  created_date: seconds.optional(),
  modified_date: seconds.optional(),
  published_date: seconds.nullish(),
});

const wiki = z.looseObject({
  wikiid: importedId,
  revisionid: importedIdOrNone.optional(),
  namespace: z.enum(['WIKI', 'CATEGORY', 'INFO', 'ITEM', 'USER', 'TEAM']),
  title: z.string().min(1),
  display_title: z.string().nullish(),
  contents_raw: z.string().optional(),
  contents: z.string().optional(),
  description: text,
  image: ref('id').nullish(),
  parent: z.string().nullish(),
  flags,
  page_title: absent(z.string()),
  langid: absent(z.string()),
  info: absent(
    z.array(z.looseObject({ name: z.string(), value: z.string(), inheritedFrom: z.string().nullish() })),
  ),
  suppliers: absent(
    z.array(z.looseObject({ 'part_#': z.string(), type: z.string(), supplier: z.string(), url: z.string() })),
  ),
  repairability_score: absent(z.number()),
  /** The authors with their shares, as answered. */
  authors: absent(z.array(z.looseObject({}))),
  table_of_contents: z.boolean().default(false),
  tags: z.array(z.string().max(limits.tag.text.max)).default([]),
  author: ref('userid').optional(),
  created_date: seconds.optional(),
  modified_date: seconds.optional(),
});

const stepForm = z.looseObject({
  form_revisionid: importedId.optional(),
  stepid: z.int(),
  fields: z.array(
    z.looseObject({
      field_guid: z.string().optional(),
      field_revisionid: importedId.optional(),
      field_type: z.enum([
        'Text Input',
        'Text Area',
        'Numeric Input',
        'Checkbox',
        'Image',
        'Radios',
        'Select',
      ]),
      label: text,
      required: z.union([z.boolean(), z.int()]).nullish().transform(Boolean),
      placeholder: z
        .union([z.string(), z.boolean(), z.number()])
        .nullish()
        .transform((v) => (v === true ? '1' : v === false ? '0' : String(v ?? ''))),
      textarea: text,
      options: z
        .unknown()
        .optional()
        .transform((value) =>
          typeof value === 'string'
            ? value
            : value === undefined || value === null
              ? '[]'
              : JSON.stringify(value),
        ),
      benchside: fieldExtras.nullish().transform((extras) => extras ?? null),
    }),
  ),
});

const workLogEntry = z.looseObject({
  ...unchecked(Object.keys(workLogAnswer.shape)),
  entryid: importedId,
  guideid: z.int(),
  userid: z.int(),
  workorderid: z.union([z.string(), z.int()]).transform(String),
  status: z.string().default('complete'),
  starttime: seconds,
  endtime: seconds.nullish(),
  guide_revisionid: z.int().nullish(),
});

const release = z.looseObject({
  ...unchecked(Object.keys(releaseAnswer.shape)),
  releaseid: importedId,
  guideid: z.int(),
  langid: z.string().default('en'),
  revisionid: importedIdOrNone.nullish(),
  status: z.string().default('released'),
});

const video = z.looseObject({
  ...unchecked(Object.keys(videoAnswer.shape)),
  videoid: importedId,
  userid: z.int().nullish(),
});

const personal = z.looseObject({ userid: z.int(), guideid: z.int(), date: seconds.optional() });

/** The input of `benchside seed`: resources in the API's own shapes, with explicit ids. */
export const fixtureSchema = z.looseObject({
  site: z
    .looseObject({
      name: z.string(),
      private: z.boolean(),
      publicRegistration: z.boolean(),
      langid: z.string(),
      langids: z.array(z.string()),
      guideTypes: z.array(z.string()),
    })
    .partial()
    .optional(),
  users: z.array(user).default([]),
  teams: z.array(team).default([]),
  images: z.array(image).default([]),
  wikis: z.array(wiki).default([]),
  guides: z.array(guide).default([]),
  comments: z.array(comment).default([]),
  step_forms: z.array(stepForm).default([]),
  work_log: z.array(workLogEntry).default([]),
  releases: z.array(release).default([]),
  videos: z.array(video).default([]),
  favorites: z.array(personal).default([]),
  completions: z.array(personal).default([]),
});

export type Fixture = z.output<typeof fixtureSchema>;
