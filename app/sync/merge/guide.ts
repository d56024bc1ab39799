import type { GuideItem, Line, Step } from '../../../shared/model/guide.ts';
import { defaultTitle } from '../../content/titles.ts';
import type { GuideDocument } from '../../store/guides/document.ts';
import type { Rules } from './fields.ts';
import { mergeSequence, mergeSet } from './sequence.ts';
import { mergeText } from './text.ts';
import { mergeValue } from './value.ts';
import type { Merge } from './value.ts';

/** A guide as it is written (CONTRACT 4.10): what a person changes, and nothing that is made from it. */
export interface GuideContent {
  category: string;
  type: string;
  subject: string;
  title: string;
  summary: string;
  introduction: string;
  conclusion: string;
  flags: string[];
  time_required_min: number;
  time_required_max: number;
  difficulty: string | null;
  image: number | null;
  prerequisites: number[];
  documents: number[];
  featured_documentid: number | null;
  parts: ItemContent[];
  tools: ItemContent[];
  author: number;
  public: boolean;
}

export interface ItemContent {
  name: string;
  type: string | null;
  quantity: number;
  notes: string | null;
  featured: boolean;
  isoptional: boolean;
}

/** A step as it is written (CONTRACT 4.11). */
export interface StepContent {
  title: string;
  lines: LineContent[];
  media: { type: string; data: unknown };
}

export interface LineContent {
  text: string;
  bullet: string;
  level: number;
  lineid: number | null;
}

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

/** What a guide would be with these fields set, as a request sets them; fields that are no content are left out. */
export function withGuideFields(
  before: GuideContent,
  fields: Readonly<Record<string, unknown>>,
): GuideContent {
  const after: GuideContent = { ...before };
  for (const [field, value] of Object.entries(fields)) {
    if (!(field in before) || value === undefined) continue;
    const set = field === 'parts' || field === 'tools' ? (value as WrittenItem[]).map(writtenItem) : value;
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
  fields: { title?: string; lines?: WrittenLine[]; media?: StepContent['media'] },
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

export interface WrittenItem {
  name: string;
  type?: string;
  quantity?: number;
  notes?: string;
  featured?: boolean;
  isoptional?: boolean;
}

interface WrittenLine {
  text: string;
  bullet: string;
  level: number;
  lineid?: number | null;
}

export const writtenItem = (item: WrittenItem): ItemContent => ({
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
