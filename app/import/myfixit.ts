import { z } from 'zod';

const texts = z.union([z.string(), z.array(z.string())]).nullish();

const tool = z.looseObject({
  Name: texts,
  Url: texts,
  Thumbnail: texts,
});

const step = z.looseObject({
  Order: z.number().nullish(),
  StepId: z.number().int().nullish(),
  Lines: z.array(z.looseObject({ Text: z.string().nullish() })).nullish(),
  Text_raw: z.string().nullish(),
  Images: z.array(z.string()).nullish(),
});

const record = z.looseObject({
  Title: z.string().nullish(),
  Ancestors: z.array(z.string()).nullish(),
  Guidid: z.union([z.number().int().positive(), z.string().regex(/^[1-9]\d{0,14}$/).transform(Number)]),
  Category: z.string().nullish(),
  Subject: z.string().nullish(),
  Toolbox: z.array(tool).nullish(),
  Url: z.string().nullish(),
  Steps: z.array(step).nullish(),
});

/** A guide of the MyFixit data set, cleaned. */
export interface ImportedGuide {
  guideid: number;
  title: string;
  type: string;
  category: string;
  /** Categories above, closest first. */
  ancestors: string[];
  subject: string;
  source: string;
  tools: { name: string; url: string | null; thumbnail: string | null }[];
  steps: { stepid: number | undefined; lines: string[]; images: { guid: string; original: string }[] }[];
  /** What was odd and how it was read, as sentences. */
  notes: string[];
}

export type ParsedLine = { guide: ImportedGuide } | { error: string };

/** Reads one line of a file. What is odd is mended and noted; only what is no guide at all is an error. */
export function parseLine(text: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { error: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const parsed = record.safeParse(value);
  if (!parsed.success) {
    return { error: parsed.error.issues.slice(0, 3).map((issue) => `${issue.path.join('.') || 'line'}: ${issue.message}`).join('; ') };
  }
  return { guide: clean(parsed.data) };
}

function clean(raw: z.output<typeof record>): ImportedGuide {
  const notes: string[] = [];
  const title = tidy(raw.Title);
  const category = tidy(raw.Category);
  if (title === '') notes.push('has no title: named after its category');
  if (category === '') notes.push('has no category: filed under Uncategorised');
  const place = category || 'Uncategorised';
  const ancestors = (raw.Ancestors ?? []).map(tidy).filter((name) => name !== '' && name !== 'Root' && name !== place);
  const name = title || `${place} guide ${raw.Guidid}`;
  return {
    guideid: raw.Guidid,
    title: name,
    type: typeOf(name, [place, ...ancestors]),
    category: place,
    ancestors: [...new Set(ancestors)],
    subject: tidy(raw.Subject),
    source: raw.Url ?? '',
    tools: (raw.Toolbox ?? []).flatMap((entry) => toolsOf(entry, notes)),
    steps: stepsOf(raw.Steps ?? [], notes),
    notes,
  };
}

const list = (value: string | string[] | null | undefined): string[] =>
  (Array.isArray(value) ? value : [value ?? '']).map(tidy).filter((entry) => entry !== '');

function toolsOf(entry: z.output<typeof tool>, notes: string[]): ImportedGuide['tools'] {
  const names = list(entry.Name);
  if (names.length > 1) notes.push(`tool with ${names.length} names: one tool each`);
  const [url = null] = list(entry.Url);
  const [thumbnail = null] = list(entry.Thumbnail);
  return names.map((name) => ({ name, url: webAddress(url), thumbnail: webAddress(thumbnail) }));
}

/** Links of the site the data came from are made whole; anything that is no web address is dropped. */
function webAddress(url: string | null): string | null {
  if (url === null) return null;
  if (url.startsWith('/') && !url.startsWith('//')) return null;
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : null;
}

function stepsOf(raw: z.output<typeof step>[], notes: string[]): ImportedGuide['steps'] {
  const orders = raw.map((entry) => entry.Order ?? Number.NaN);
  if (new Set(orders).size !== orders.length) notes.push('repeats the order of steps: kept in the order they stand');
  const seen = new Set<number>();
  const steps = raw.map((entry) => {
    const stepid = entry.StepId && entry.StepId > 0 && !seen.has(entry.StepId) ? entry.StepId : undefined;
    if (stepid !== undefined) seen.add(stepid);
    return { stepid, order: entry.Order ?? Number.NaN, lines: linesOf(entry), images: imagesOf(entry.Images ?? [], notes) };
  });
  const empty = steps.filter((entry) => entry.lines.length === 0).length;
  if (empty > 0) notes.push(`${empty} steps without text`);
  const long = steps.flatMap((entry) => entry.lines).filter((text) => text.length > 350).length;
  if (long > 0) notes.push(`${long} lines longer than 350 characters: kept whole`);
  const sorted = steps.every((entry, index) => index === 0 || !(entry.order < (steps[index - 1]?.order ?? 0)));
  if (!sorted && new Set(orders).size === orders.length) {
    notes.push('steps stand out of order: sorted');
    steps.sort((a, b) => a.order - b.order);
  }
  return steps.map(({ stepid, lines, images }) => ({ stepid, lines, images }));
}

/**
 * The lines as their author wrote them. The data set has them apart but tokenised and in lower case, and as written
 * but run together: the first tells where the second is cut.
 */
function linesOf({ Lines: tokenised, Text_raw: whole }: z.output<typeof step>): string[] {
  const parts = (tokenised ?? []).map((entry) => tidy(entry.Text)).filter((text) => text !== '');
  const text = tidy(whole);
  if (text === '') return parts;
  if (parts.length <= 1) return [text];
  return cut(text, parts) ?? parts;
}

/** Letters of a part's beginning that find its place. */
const anchorLength = 10;

/**
 * Cuts `text` where each part begins. Tokenising changed some characters (`#2` became `2`), so a part's first letters
 * are looked for near the place where it should begin; `undefined` when they are not there.
 */
function cut(text: string, parts: string[]): string[] | undefined {
  const letters: string[] = [];
  const positions: number[] = [];
  for (const [position, character] of Array.from(text).reduce(withPosition, [])) {
    for (const letter of fold(character)) {
      letters.push(letter);
      positions.push(position);
    }
  }
  const folded = letters.join('');
  const starts: number[] = [];
  let expected = 0;
  for (const part of parts) {
    const wanted = fold(part);
    const from = Math.max(starts.length === 0 ? 0 : expected - 12, 0);
    const found = folded.indexOf(wanted.slice(0, anchorLength), from);
    if (found === -1 || Math.abs(found - expected) > 24) return undefined;
    starts.push(starts.length === 0 ? 0 : (positions[found] ?? 0));
    expected = found + wanted.length;
  }
  const pieces = starts.map((start, index) => {
    // Marks that open a sentence belong to it: (, “ and the like.
    const begin = index === 0 ? 0 : start - (/[^\s.!?]*$/.exec(text.slice(0, start))?.[0].length ?? 0);
    return begin;
  });
  const lines = pieces.map((begin, index) => text.slice(begin, pieces[index + 1]).trim());
  return lines.every((line) => line !== '') ? lines : undefined;
}

/** Characters with their index in the string; an astral one counts as two there. */
function withPosition(all: [number, string][], character: string): [number, string][] {
  const last = all.at(-1);
  all.push([last ? last[0] + last[1].length : 0, character]);
  return all;
}

/** What tokenising leaves alone: letters and digits, in lower case. */
const fold = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const tidy = (text: string | null | undefined): string =>
  (text ?? '').replace(/[\u0000-\u001F\u007F-\u009F\s]+/g, ' ').trim();

const size = /\.(mini|thumbnail|140x105|200x150|standard|440x330|medium|large|huge|full|original)$/;

function imagesOf(urls: string[], notes: string[]): ImportedGuide['steps'][number]['images'] {
  const images = new Map<string, string>();
  for (const url of urls) {
    const original = url.trim().replace(size, '');
    const guid = /([\w-]{1,64})$/.exec(original.replace(/\.[a-z]{3,4}$/i, ''))?.[1];
    if (guid && /^https?:\/\//.test(original) && URL.canParse(original)) images.set(guid, original);
    else notes.push(`an address of a picture that cannot be read was left out: ${url.slice(0, 80)}`);
  }
  const all = [...images].map(([guid, original]) => ({ guid, original }));
  if (all.length > 3) notes.push(`a step with ${all.length} pictures: kept`);
  return all;
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

/** The data set does not say the type, so the title does. */
function typeOf(title: string, categories: string[]): string {
  for (const [pattern, type] of typePatterns) if (pattern.test(title)) return type;
  return categories.includes('Skills') ? 'technique' : 'repair';
}
