import type { GuideInput, ItemInput, StepInput } from '../../../shared/model/guide-input.ts';
import type { GuideItem, Line, Step } from '../../../shared/model/guide.ts';
import type { Complete } from '../../../shared/model/known.ts';
import { defaultTitle } from '../../content/titles.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import type { Rules } from '../../../shared/merge/fields.ts';
import { mergeSequence, mergeSet } from '../../../shared/merge/sequence.ts';
import { mergeText } from '../../../shared/merge/text.ts';
import { mergeValue } from '../../../shared/merge/value.ts';
import type { Merge } from '../../../shared/merge/value.ts';

/** The parts of a guide that a person writes (CONTRACT 4.10), without what is derived from them. */
export type GuideContent = Complete<
  Omit<GuideInput, 'difficulty' | 'langid' | 'objectid' | 'parts' | 'prerequisite_releases' | 'tools'>
> & {
  /** A third-party site may have other values. */
  difficulty: string | null;
  parts: ItemContent[];
  tools: ItemContent[];
};

export type ItemContent = Omit<GuideItem, 'text' | 'thumbnail' | 'url'> & { name: string };

/** The parts of a step that a person writes (CONTRACT 4.11). */
export type StepContent = Omit<Complete<StepInput>, 'lines'> & { lines: LineContent[] };

export type LineContent = Omit<Line, 'text_raw' | 'text_rendered'> & { text: string };

export function guideContent({ body, userid, prerequisites }: GuideDocument): GuideContent {
  return {
    category: body.category,
    type: body.type,
    subject: body.subject,
    title: body.title,
    summary: body.summary,
    introduction: body.introduction_raw,
    conclusion: body.conclusion_raw,
    flags: body.flags.map((flag) => flag.flagid),
    time_required_min: body.time_required_min,
    time_required_max: body.time_required_max,
    difficulty: body.difficulty,
    image: body.image?.id ?? null,
    prerequisites,
    documents: body.documents.map((document) => Number(document['documentid'])),
    featured_documentid: body.featured_documentid,
    parts: body.parts.map(readItem),
    tools: body.tools.map(readItem),
    author: userid,
    public: body.public,
  };
}

/** Returns a guide with the fields of a request set. Fields that are no content are ignored. */
export function withGuideFields(
  before: GuideContent,
  fields: Readonly<Record<string, unknown>>,
): GuideContent {
  const after: GuideContent = { ...before };
  for (const [field, value] of Object.entries(fields)) {
    if (!(field in before) || value === undefined) continue;
    const set = field === 'parts' || field === 'tools' ? (value as ItemInput[]).map(writtenItem) : value;
    Object.assign(after, { [field]: set });
  }
  if (after.title === '') after.title = defaultTitle(after.type, after.category, after.subject);
  return after;
}

export const stepContent = ({ title, lines, media }: Step): StepContent => ({
  title,
  lines: lines.map(readLine),
  media: readMedia(media),
});

export function withStepFields(
  before: StepContent,
  fields: StepInput,
  issuedLines: readonly number[],
): StepContent {
  const known = new Set(before.lines.map((line) => line.lineid));
  const fresh = [...issuedLines];
  const lines = fields.lines?.map((line): LineContent => {
    const lineid = line.lineid && known.has(line.lineid) ? line.lineid : (fresh.shift() ?? null);
    return { text: line.text, bullet: line.bullet, level: line.level, lineid };
  });
  return {
    title: fields.title ?? before.title,
    lines: lines ?? before.lines,
    media: fields.media ?? before.media,
  };
}

const mergeItems: Merge<ItemContent[]> = (base, mine, theirs) =>
  mergeSequence({ base, mine, theirs }, { keyOf: (item) => item.name, merge: mergeValue });

const mergeLines: Merge<LineContent[]> = (base, mine, theirs) =>
  mergeSequence(
    { base, mine, theirs },
    { keyOf: (line) => line.lineid ?? `${line.level} ${line.bullet} ${line.text}`, merge: mergeValue },
  );

export const guideRules: Rules<GuideContent> = {
  category: mergeValue,
  type: mergeValue,
  subject: mergeValue,
  title: mergeValue,
  summary: mergeValue,
  introduction: mergeText,
  conclusion: mergeText,
  flags: mergeSet,
  time_required_min: mergeValue,
  time_required_max: mergeValue,
  difficulty: mergeValue,
  image: mergeValue,
  prerequisites: mergeSet,
  documents: mergeSet,
  featured_documentid: mergeValue,
  parts: mergeItems,
  tools: mergeItems,
  author: mergeValue,
  public: mergeValue,
};

export const stepRules: Rules<StepContent> = { title: mergeValue, lines: mergeLines, media: mergeValue };

export const writtenItem = (item: ItemInput): ItemContent => ({
  name: item.name.trim(),
  type: item.type ?? null,
  quantity: item.quantity ?? 1,
  notes: item.notes ?? null,
  featured: item.featured ?? false,
  isoptional: item.isoptional ?? false,
});

const readItem = ({ text, type, quantity, notes, featured, isoptional }: GuideItem): ItemContent => ({
  name: text,
  type,
  quantity,
  notes,
  featured,
  isoptional,
});

const readLine = ({ text_raw: text, bullet, level, lineid }: Line): LineContent => ({
  text,
  bullet,
  level,
  lineid,
});

function readMedia({ type, data }: Step['media']): StepContent['media'] {
  if (type === 'image' && Array.isArray(data)) return { type, data: data.map((image) => image.id) };
  const { objectid, videoid } = data as { objectid?: number; videoid?: number };
  return { type: 'object', data: objectid ?? videoid ?? null };
}
