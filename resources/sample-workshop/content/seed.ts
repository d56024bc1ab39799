/** The seed format with the limits of the contract (sections 2, 4 and 8). */

import { z } from 'zod';

import { fieldExtras } from '../../../shared/model/field-extras.ts';
import { workEvent } from '../../../shared/model/work-log.ts';

const id = z.int().positive();
const text = z.string().min(1);
const seconds = z
  .int()
  .min(Date.UTC(2024, 10) / 1000)
  .max(Date.UTC(2026, 10) / 1000);
const userRef = z.strictObject({ userid: id });
const imageRef = z.strictObject({ id });
const itemUse = z.strictObject({
  text,
  quantity: z.int().positive(),
  notes: z.string(),
  type: text.optional(),
});
export const colours = ['red', 'orange', 'yellow', 'light_blue', 'blue', 'green', 'violet'] as const;
const line = z.strictObject({
  lineid: id,
  text_raw: z.string().min(1).max(350),
  bullet: z.enum(['black', ...colours, 'icon_note', 'icon_caution', 'icon_reminder']),
  level: z.int().min(0).max(2),
});
const step = z.strictObject({
  stepid: id,
  orderby: id,
  title: text,
  lines: z.array(line).min(1).max(8),
  media: z.strictObject({ type: z.literal('image'), data: z.array(imageRef).min(1).max(3) }),
});
export const guideTypes = ['replacement', 'installation', 'repair', 'disassembly', 'teardown', 'technique', 'maintenance'] as const;
export const difficulties = ['Very easy', 'Easy', 'Moderate', 'Difficult', 'Very difficult'] as const;
export const fieldTypes = ['Text Input', 'Text Area', 'Numeric Input', 'Checkbox', 'Image', 'Radios', 'Select'] as const;
const guide = z.strictObject({
  guideid: id,
  langid: z.literal('en'),
  type: z.enum(guideTypes),
  category: text,
  subject: z.string(),
  title: text,
  summary: z.string().min(1).max(155),
  introduction_raw: z.string().refine((raw) => raw.split('\n').length < 50),
  conclusion_raw: text,
  difficulty: z.enum(difficulties),
  time_required_min: id,
  time_required_max: id,
  public: z.literal(true),
  author: userRef,
  flags: z.array(text),
  image: imageRef,
  prerequisites: z.array(z.strictObject({ guideid: id })),
  tools: z.array(itemUse).min(1),
  parts: z.array(itemUse),
  tags: z.array(z.string().min(1).max(32)).min(1),
  steps: z.array(step).min(4).max(9),
  created_date: seconds,
  modified_date: seconds,
});
const wiki = z.strictObject({
  wikiid: id,
  namespace: z.enum(['CATEGORY', 'ITEM', 'INFO', 'WIKI', 'USER', 'TEAM']),
  title: text,
  display_title: text.optional(),
  contents_raw: text,
  description: text.optional(),
  image: id.optional(),
  parent: text.optional(),
  flags: z.array(text),
  info: z.array(z.strictObject({ name: text, value: text })).optional(),
  tags: z.array(z.string().min(1).max(32)).optional(),
});
export const seed = z.strictObject({
  site: z.strictObject({ name: text, langid: z.literal('en') }),
  users: z.array(
    z.strictObject({
      userid: id,
      username: text,
      unique_username: z.string().regex(/^[a-z\d][a-z\d_]{2,29}$/),
      email: z.email().endsWith('@example.org'),
      password: z.string().min(10),
      privileges: z.tuple([z.enum(['Admin', 'User'])]),
      about_raw: text,
      location: text,
      image: id,
    }),
  ),
  teams: z.array(z.strictObject({ teamid: id, name: text, description: text, owner: id, members: z.array(id) })),
  images: z.array(
    z.strictObject({
      id,
      guid: z.string().regex(/^[A-Za-z\d]{16}$/),
      userid: id,
      file: z.string().regex(/^pictures\/[a-z\d-]+\.webp$/),
    }),
  ),
  wikis: z.array(wiki),
  guides: z.array(guide),
  comments: z.array(
    z.strictObject({
      commentid: id,
      context: z.enum(['guide', 'step', 'wiki']),
      contextid: id,
      parentid: id.nullable(),
      author: userRef,
      text_raw: z.string().min(12),
      date: seconds,
    }),
  ),
  step_forms: z.array(
    z.strictObject({
      stepid: id,
      fields: z.array(
        z.strictObject({
          field_guid: z.string().regex(/^field_[a-z\d_]+$/),
          field_type: z.enum(fieldTypes),
          label: text,
          required: z.boolean(),
          placeholder: z.string().optional(),
          textarea: z.string().optional(),
          options: z.union([z.array(text), z.record(z.string(), z.union([z.number(), z.boolean()]))]).optional(),
          benchside: fieldExtras.strict().optional(),
        }),
      ),
    }),
  ),
  work_log: z.array(
    z.strictObject({
      entryid: id,
      guideid: id,
      userid: id,
      workorderid: text,
      starttime: seconds,
      endtime: seconds,
      cancelled: z.int().min(0).max(1),
      duration: id,
      status: z.enum(['complete', 'cancelled']),
      work_data: z.array(z.strictObject({ field_guid: z.string(), value: text })),
      benchside: z.strictObject({ events: z.array(workEvent.strict()) }).optional(),
    }),
  ),
  releases: z.array(
    z.strictObject({
      releaseid: id,
      guideid: id,
      langid: z.literal('en'),
      revisionid: z.null(),
      user: userRef,
      status: z.literal('released'),
      title: text,
      release_date: seconds,
      init_date: seconds,
      notes: text,
      type: z.literal('major'),
    }),
  ),
  favorites: z.array(z.strictObject({ userid: id, guideid: id, date: seconds })),
});
