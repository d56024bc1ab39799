import { z } from 'zod';

import type { Known } from './known.ts';

import { comment } from './comment.ts';
import { image } from './image.ts';
import { userSummary } from './user.ts';

export const guideTypes = [
  'replacement',
  'installation',
  'repair',
  'disassembly',
  'teardown',
  'technique',
  'maintenance',
] as const;

export const difficulties = ['Very easy', 'Easy', 'Moderate', 'Difficult', 'Very difficult'] as const;
export type Difficulty = (typeof difficulties)[number];

export const bullets = [
  'black',
  'red',
  'orange',
  'yellow',
  'light_blue',
  'blue',
  'green',
  'violet',
  'icon_note',
  'icon_caution',
  'icon_reminder',
] as const;
export type Bullet = (typeof bullets)[number];

/** Line of a step in an answer (CONTRACT 4.6). `text_rendered` is inline HTML without `<p>`. */
export const line = z.looseObject({
  text_raw: z.string(),
  text_rendered: z.string(),
  bullet: z.string(),
  level: z.int(),
  lineid: z.int().nullable(),
});
export type Line = Known<z.infer<typeof line>>;

/** `image` and an empty list when a step has no pictures; one object for `video` and `embed`. */
export const stepMedia = z.union([
  z.looseObject({ type: z.literal('image'), data: z.array(image) }),
  z.looseObject({ type: z.string(), data: z.looseObject({}) }),
]);

export const step = z.looseObject({
  title: z.string(),
  lines: z.array(line),
  guideid: z.int(),
  stepid: z.int(),
  orderby: z.int(),
  revisionid: z.int(),
  media: stepMedia,
  comments: z.array(comment),
});
export type Step = Known<z.infer<typeof step>>;

/** Part or tool in an answer: the name comes back as `text` (CONTRACT 4.4). */
export const guideItem = z.looseObject({
  type: z.string().nullable(),
  quantity: z.int(),
  text: z.string(),
  notes: z.string().nullable(),
  url: z.string().nullable(),
  thumbnail: z.string().nullable(),
  isoptional: z.boolean(),
  featured: z.boolean(),
});
export type GuideItem = Known<z.infer<typeof guideItem>>;

export const flag = z.looseObject({ flagid: z.string(), title: z.string(), text: z.string() });
export type Flag = Known<z.infer<typeof flag>>;

/** `time_required` of a guide whose author gave no time. */
export const noEstimate = 'No estimate';

/** Item of guide lists and of `prerequisites` (CONTRACT 4.1). Dates are UNIX seconds, perhaps with a fraction. */
export const guideSummary = z.looseObject({
  dataType: z.literal('guide'),
  guideid: z.int(),
  locale: z.string(),
  langid: z.string(),
  revisionid: z.int(),
  modified_date: z.number(),
  prereq_modified_date: z.number(),
  url: z.string(),
  type: z.string(),
  category: z.string(),
  subject: z.string(),
  title: z.string(),
  summary: z.string(),
  difficulty: z.string().nullable(),
  time_required_max: z.int(),
  public: z.boolean(),
  userid: z.int(),
  username: z.string(),
  flags: z.array(z.string()),
  image: image.nullable(),
});
export type GuideSummary = Known<z.infer<typeof guideSummary>>;

/** Full guide (CONTRACT 4.2). */
const pinnedPrerequisite = z.object({ guideid: z.int(), releaseid: z.int().nullable() });

export const guide = z.looseObject({
  guideid: z.int(),
  revisionid: z.int(),
  locale: z.string(),
  langid: z.string(),
  available_langids: z.array(z.string()),
  type: z.string(),
  category: z.string(),
  subject: z.string(),
  title: z.string(),
  url: z.string(),
  summary: z.string(),
  introduction_raw: z.string(),
  introduction_rendered: z.string(),
  conclusion_raw: z.string(),
  conclusion_rendered: z.string(),
  difficulty: z.string().nullable(),
  time_required: z.string(),
  time_required_min: z.int(),
  time_required_max: z.int(),
  public: z.boolean(),
  created_date: z.number(),
  published_date: z.number().nullable(),
  modified_date: z.number(),
  prereq_modified_date: z.number(),
  author: userSummary,
  image: image.nullable(),
  flags: z.array(flag),
  parts: z.array(guideItem),
  tools: z.array(guideItem),
  documents: z.array(z.looseObject({})),
  featured_documentid: z.int().nullable(),
  featured_document_embed_url: z.string().nullable(),
  featured_document_thumbnail_url: z.string().nullable(),
  intro_video: z.looseObject({}).nullable(),
  intro_video_url: z.string().nullable(),
  prerequisites: z.array(guideSummary),
  /** Absent unless a prerequisite is pinned to a release; `null` means the most recent one. */
  prerequisite_releases: z.array(pinnedPrerequisite).optional(),
  /** All prerequisites, only if the reader may not see all of them. A field of ours: a desk keeps one copy for people who see different ones. */
  needs: z.array(pinnedPrerequisite).optional(),
  steps: z.array(step),
  comments: z.array(comment),
  completed: z.boolean(),
  favorited: z.boolean(),
  can_edit: z.boolean(),
  patrol_threshold: z.int(),
});
export type Guide = Known<z.infer<typeof guide>>;

/** An entry of a guide's history, newest first. */
export const guideRevision = z.object({
  revisionid: z.int(),
  date: z.number(),
  userid: z.int().nullable(),
  username: z.string(),
  /** The changed parts, such as `title` and `step 2`. */
  changes: z.array(z.string()),
  /** Not released yet: only people who may edit the guide see it. */
  draft: z.boolean(),
});
export type GuideRevision = z.infer<typeof guideRevision>;
