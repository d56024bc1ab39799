import { createHash } from 'node:crypto';

import { z } from 'zod';

import { limits } from '../../shared/limits.ts';
import { plainName } from '../../shared/plain-name.ts';
import { cutLines } from './cut-lines.ts';
import { importedId, importedIdOrNone } from './imported-id.ts';

/** Makes a field strict, or lenient: absent if the value has another type. */
type Field = <T>(schema: z.ZodType<T>) => z.ZodType<T | null | undefined>;

function recordSchema(field: Field) {
  const texts = field(z.union([z.string(), z.array(field(z.string()))]));
  const tool = z.looseObject({ Name: texts, Url: texts, Thumbnail: texts });
  const step = z.looseObject({
    Order: field(z.number()),
    StepId: field(importedIdOrNone),
    Lines: field(z.array(field(z.looseObject({ Text: field(z.string()) })))),
    Text_raw: field(z.string()),
    Images: field(z.array(field(z.string()))),
  });
  return z.looseObject({
    Title: field(z.string()),
    Ancestors: field(z.array(field(z.string()))),
    Guidid: z.union(
      [
        importedId,
        z
          .string()
          .regex(/^[1-9]\d{0,11}$/)
          .transform(Number),
      ],
      'must be a number of at most twelve digits',
    ),
    Category: field(z.string()),
    Subject: field(z.string()),
    Toolbox: field(z.array(field(tool))),
    Steps: field(z.array(field(step))),
  });
}

const strict = recordSchema((schema) => schema.nullish());
const lenient = recordSchema((schema) => schema.nullish().catch(null));

type Raw = z.output<typeof strict>;
type Entry<List> = NonNullable<NonNullable<List> extends (infer Item)[] ? Item : never>;
type RawStep = Entry<Raw['Steps']>;
type RawTool = Entry<Raw['Toolbox']>;

export interface ImportedImage {
  guid: string;
  original: string;
  /** True if a size suffix can be appended to the address. */
  sized: boolean;
}

/** A cleaned guide of the MyFixit data set. */
export interface ImportedGuide {
  guideid: number;
  title: string;
  type: string;
  category: string;
  /** Ancestor categories, closest first. */
  ancestors: string[];
  subject: string;
  tools: { name: string; url: string | null; thumbnail: string | null }[];
  steps: { stepid: number | undefined; lines: string[]; images: ImportedImage[] }[];
  /** Sentences about what was odd and how it was read. */
  notes: string[];
}

export type ParsedLine = { guide: ImportedGuide } | { error: string };

/** Parses one line of a file. Oddities are repaired and noted; only a line without any guide is an error. */
export function parseLine(text: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const exact = strict.safeParse(value);
  if (exact.success) return { guide: clean(exact.data) };
  const odd = exact.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`);
  const parsed = lenient.safeParse(value);
  if (!parsed.success) return { error: `holds no guide: ${odd.join('; ')}` };
  const guide = clean(parsed.data);
  return { guide: { ...guide, notes: [...odd.map((issue) => `left out ${issue}`), ...guide.notes] } };
}

function clean(raw: Raw): ImportedGuide {
  const notes: string[] = [];
  const title = tidy(raw.Title);
  const category = nameOf(raw.Category);
  if (title === '') notes.push('has no title: named after its category');
  if (category === '') notes.push('has no category: filed under Uncategorised');
  const place = category || 'Uncategorised';
  const ancestors = (raw.Ancestors ?? [])
    .map(nameOf)
    .filter((name) => name !== '' && name !== 'Root' && name !== place)
    .slice(0, limits.wiki.categoryDepth.max - 1);
  const name = title || `${place} guide ${raw.Guidid}`;
  return {
    guideid: raw.Guidid,
    title: name,
    type: typeOf(name, [place, ...ancestors]),
    category: place,
    ancestors: [...new Set(ancestors)],
    subject: tidy(raw.Subject),
    tools: present(raw.Toolbox).flatMap((entry) => toolsOf(entry, notes)),
    steps: stepsOf(present(raw.Steps), notes),
    notes,
  };
}

const present = <T>(list: readonly (T | null | undefined)[] | null | undefined): T[] =>
  (list ?? []).filter((entry) => entry !== null && entry !== undefined);

const list = (value: RawTool['Name']): string[] =>
  (Array.isArray(value) ? value : [value]).map(nameOf).filter((entry) => entry !== '');

function toolsOf(entry: RawTool, notes: string[]): ImportedGuide['tools'] {
  const names = list(entry.Name);
  if (names.length > 1) notes.push(`tool with ${names.length} names: one tool each`);
  const [url = null] = list(entry.Url);
  const [thumbnail = null] = list(entry.Thumbnail);
  return names.map((name) => ({ name, url: webAddress(url), thumbnail: webAddress(thumbnail) }));
}

const webAddress = (url: string | null): string | null =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;

function stepsOf(raw: RawStep[], notes: string[]): ImportedGuide['steps'] {
  const orders = raw.map((entry) => entry.Order ?? Number.NaN);
  if (new Set(orders).size !== orders.length)
    notes.push('repeats the order of steps: kept in the order they stand');
  const seen = new Set<number>();
  const steps = raw.map((entry) => {
    const stepid = entry.StepId && entry.StepId > 0 && !seen.has(entry.StepId) ? entry.StepId : undefined;
    if (stepid !== undefined) seen.add(stepid);
    return {
      stepid,
      order: entry.Order ?? Number.NaN,
      lines: linesOf(entry),
      images: imagesOf(present(entry.Images), notes),
    };
  });
  const empty = steps.filter((entry) => entry.lines.length === 0).length;
  if (empty > 0) notes.push(`${empty} steps without text`);
  const { max } = limits.step.line;
  const long = steps.flatMap((entry) => entry.lines).filter((text) => text.length > max).length;
  if (long > 0) notes.push(`${long} lines longer than ${max} characters: several lines each`);
  const sorted = steps.every(
    (entry, index) => index === 0 || !(entry.order < (steps[index - 1]?.order ?? 0)),
  );
  if (!sorted && new Set(orders).size === orders.length) {
    notes.push('steps stand out of order: sorted');
    steps.sort((a, b) => a.order - b.order);
  }
  return steps.map(({ stepid, lines, images }) => {
    const all = lines.flatMap(pieces);
    const { max: most } = limits.step.lines;
    if (all.length > most) notes.push(`a step with ${all.length} lines: the first ${most} were kept`);
    return { stepid, lines: all.slice(0, most), images };
  });
}

/** Splits a text into lines within the limit, at spaces if possible. */
function pieces(text: string): string[] {
  const { max } = limits.step.line;
  if (text.length <= max) return [text];
  const blank = text.lastIndexOf(' ', max);
  const end = blank > 0 ? blank : max;
  return [text.slice(0, end).trimEnd(), ...pieces(text.slice(end).trimStart())];
}

/**
 * Returns the lines as the author wrote them. The data set has them split but tokenised and in lower case, and as
 * written but joined: the first tells where to split the second.
 */
function linesOf({ Lines: tokenised, Text_raw: whole }: RawStep): string[] {
  const parts = present(tokenised)
    .map((entry) => tidy(entry.Text))
    .filter((text) => text !== '');
  const text = tidy(whole);
  if (text === '') return parts;
  if (parts.length <= 1) return [text];
  return cutLines(text, parts) ?? parts;
}

const tidy = (text: string | null | undefined): string =>
  (text ?? '')
    .toWellFormed()
    .replace(/[\u0000-\u001F\u007F-\u009F\s]+/g, ' ')
    .trim();

/** Returns a valid page title, else an empty text: addresses cannot contain one or two dots. */
const nameOf = (text: string | null | undefined): string => {
  const name = tidy(plainName(tidy(text)));
  return name === '.' || name === '..' ? '' : name;
};

function imagesOf(urls: string[], notes: string[]): ImportedImage[] {
  const images = new Map<string, ImportedImage>();
  for (const url of urls) {
    const image = imageOf(url.trim());
    if (image) images.set(image.guid, image);
    else notes.push(`an address of a picture that cannot be read was left out: ${url.slice(0, 80)}`);
  }
  const { max } = limits.step.pictures;
  if (images.size > max) notes.push(`a step with ${images.size} pictures: the first ${max} were kept`);
  return [...images.values()].slice(0, max);
}

const size = /\.(mini|thumbnail|140x105|200x150|standard|440x330|medium|large|huge|full|original)$/;

function imageOf(url: string): ImportedImage | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const original = url.replace(size, '');
  // Only names in the site's own format surely identify one picture.
  const guid = /\/([A-Za-z0-9]{16})$/.exec(original)?.[1];
  return {
    guid: guid ?? createHash('sha256').update(original).digest('hex').slice(0, 32),
    original,
    sized: original !== url,
  };
}

const typePatterns: readonly [RegExp, string][] = [
  [/\bteardown\b/i, 'teardown'],
  [/\b(replacement|replacing|replace)\b/i, 'replacement'],
  [/\b(installation|installing|install)\b/i, 'installation'],
  [/\b(disassembly|disassembling|disassemble|removal|removing)\b/i, 'disassembly'],
  [/\b(clean|cleaning|maintenance|oil change|maintaining|lubricat\w+|adjust\w*)\b/i, 'maintenance'],
  [/\b(repair|repairing|fix|fixing)\b/i, 'repair'],
  [/\bhow to\b/i, 'technique'],
];

/** Infers the type from the title, because the data set has none. */
function typeOf(title: string, categories: string[]): string {
  for (const [pattern, type] of typePatterns) if (pattern.test(title)) return type;
  return categories.includes('Skills') ? 'technique' : 'repair';
}
