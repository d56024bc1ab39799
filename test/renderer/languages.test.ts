import { globSync, readFileSync } from 'node:fs';

import { IntlMessageFormat } from 'intl-messageformat';
import { parseSync } from 'vite';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { badgeRules } from '../../app/content/badge-rules.ts';
import { coreTexts } from '../../shared/core-texts.ts';
import { english, isLanguage, languages } from '../../shared/language.ts';
import type { Catalogue } from '../../shared/language.ts';
import { resetTexts } from '../../shared/reset-texts.ts';

import.meta.glob(['../../renderer/**/*texts.ts', '../../main/*texts.ts', '../../shared/*texts.ts'], {
  eager: true,
});
coreTexts();
resetTexts();

const root = new URL('../../', import.meta.url);
const translations = Object.keys(languages)
  .filter(isLanguage)
  .filter((language) => language !== 'en');

const catalogueOf = (language: string): Catalogue =>
  JSON.parse(readFileSync(new URL(`resources/languages/${language}.json`, root), 'utf8')) as Catalogue;

interface Plural {
  ordinal: boolean;
  cases: string[];
}

type Element = ReturnType<IntlMessageFormat['getAst']>[number];
const kinds = { literal: 0, argument: 1, number: 2, select: 5, plural: 6, pound: 7 };

/** Returns the arguments of a message, and its plurals. Tags, dates and times are not allowed in catalogues. */
function read(message: string, language: string): { names: string[]; plurals: Plural[] } {
  const names = new Set<string>();
  const plurals: Plural[] = [];
  const visit = (element: Element): void => {
    expect(Object.values(kinds)).toContain(element.type);
    if (element.type === kinds.literal || element.type === kinds.pound) return;
    if ('value' in element) names.add(element.value);
    if (!('options' in element)) return;
    const options: Record<string, { value: Element[] }> = element.options;
    if ('pluralType' in element)
      plurals.push({ ordinal: element.pluralType === 'ordinal', cases: Object.keys(options) });
    for (const option of Object.values(options)) option.value.forEach(visit);
  };
  new IntlMessageFormat(message, language).getAst().forEach(visit);
  return { names: [...names].toSorted(), plurals };
}

/** Returns plural categories of whole numbers that no case handles. `other` alone marks a language without inflection there. */
function lacking({ ordinal, cases }: Plural, language: string): string[] {
  if (cases.every((name) => name === 'other' || name.startsWith('='))) return [];
  const rules = new Intl.PluralRules(language, { type: ordinal ? 'ordinal' : 'cardinal' });
  const met = new Set<string>();
  for (let n = 0; n <= 1000; n += 1) if (!cases.includes(`=${n}`)) met.add(rules.select(n));
  return [...met].filter((category) => !cases.includes(category));
}

/** Returns messages that break a rule, with the reason, by key. */
function faults(catalogue: Catalogue, language: string): string[] {
  return [...english].flatMap(([key, original]) => {
    const message = catalogue[key];
    if (message === undefined || !`${original}${message}`.includes('{')) return [];
    try {
      const [wanted, got] = [read(original, 'en'), read(message, language)];
      const names = wanted.names.join() === got.names.join() ? [] : [`${key}: names ${got.names.join()}`];
      const plurals = got.plurals.flatMap((plural) => lacking(plural, language));
      return [...names, ...plurals.map((category) => `${key}: lacks ${category}`)];
    } catch (error) {
      return [`${key}: ${String(error)}`];
    }
  });
}

it('German has one word for one thing', () => {
  const others = /synchronisier|Kiosk-?modus/i;
  expect(Object.entries(catalogueOf('de')).filter(([, words]) => others.test(words))).toEqual([]);
});

describe('the English texts', () => {
  it('are valid messages', () => {
    expect(english.size).toBeGreaterThan(1000);
    expect(faults(Object.fromEntries(english), 'en')).toEqual([]);
  });

  it('include every text of the screens', () => {
    const files = globSync('renderer/**/*.tsx', { cwd: root });
    expect(files.length).toBeGreaterThan(100);
    expect(files.flatMap((file) => wordsIn(file))).toEqual([]);
  });

  it('use the words of the glossary', () => {
    const others =
      /\b(anew|entr(y|ies)|resources?|revisionid|rounds?|set aside|somebody|whoever|wikis?|work logs?)\b|(?<!\bby )\bmachine\b(?! translation)|\b(a|all|earlier|no|older|open|the|this|your|#) runs?\b/i;
    expect([...english].filter(([, words]) => others.test(words.replaceAll(/\{\w+\}/g, '')))).toEqual([]);
  });

  it("include the messages of the core in the core's own words", () => {
    const sources = globSync(['app/**/*.ts', 'shared/**/*.ts'], { cwd: root })
      .map((file) => readFileSync(new URL(file, root), 'utf8'))
      .join('\n')
      // A message may continue in the next piece of source.
      .replaceAll(/['`]\s*\+\s*['`]/g, '');
    const unknown = [...english]
      .filter(([key]) => key.startsWith('core.'))
      .flatMap(([, sentence]) => sentence.split(/\{\w+\}/))
      .filter((piece) => !sources.includes(piece.trim()));
    expect(unknown).toEqual([]);
  });
});

/** Refusals that no screen shows, by the reason. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  'They are parts of other messages, which have their own translation.': [
    '{} cannot be read to its end: {}',
    '{}: {}',
    '{}: {}.',
    '{}contains half a character (a lone surrogate)',
  ],
  'Keys of requests and positions in the feed are made by the desk and other programs; no screen has a field for one.':
    [
      'An Idempotency-Key has {} to {} letters, digits, or any of _ . : -',
      'This Idempotency-Key was used for another request.',
      '{} cannot be sent in a batch.',
      'must be {} to {} letters, digits, or any of _ . : -',
      'must be a sequence number of the feed, a colon and the stamp of that line',
      'must be a SHA-{}',
      'must be a UUID',
    ],
  'Screens write these values from what a person chose, so their form is always right.': [
    'must be a number',
    'must be JSON: {}',
    'must be a list of texts',
    'must be lower-case letters, digits and underscores',
    'must be UNIX seconds or a date such as {}-{}-{}',
    'must be an imageid or a guid',
    'must be the id of a guide or wiki',
    'must be the name of the file',
    'must be four numbers of pixels: left,top,width,height',
    'The part is outside the picture, which is {} × {} pixels.',
    'may name at most {} at once',
    'A view cannot be in the future.',
    'Invalid app id',
    'must have the same shape as the value in conflict',
    'is too large on the hub to be merged here. Take mine or theirs.',
  ],
  'Screens offer only flags and fields that the guide or page can have.': [
    'is not a flag of this site',
    'The flag {} is for pages only.',
    'Only wikis of the namespace {} have this field.',
    'In the namespace {} the title is the id of a {}.',
    'document: the site no longer has it. Take mine to recreate it there, or theirs.',
  ],
  'The editors of guides, translations and the glossary send lists that are complete and in order.': [
    'only the first entry can be featured',
    'the first line has level {}',
    'a line is at most one level deeper than the line before',
    'orderby must be between {} and {}.',
    'stepids must name every step of the guide exactly once.',
    'Step {} is not a step of this guide.',
    "Document {} is not in the guide's list of documents.",
    'Guide {} is not among the prerequisites.',
    'This guide is written in {}. To change a translation, give its langid in the query.',
    'Pictures belong to the source language: leave out langid to change them.',
    'A translation has the lines of its source, with their lineids, bullets and levels: only texts can differ.',
    'Comment {} is itself a reply: reply to the first comment.',
    'Entry {} is named twice.',
    'Name the entry to delete.',
  ],
  'Only programs send such requests.': [
    '{} is not supported here',
    'has several different values',
    'The body is not valid JSON: {}',
    'Send JSON to a desk as application/json only.',
    'The address has more than {} characters.',
    'These jobs are too large for one list. Ask for fewer at once, with `limit`.',
    'These comments are too large for one list. Ask for fewer at once, with `limit`.',
    'The host of the address has more than {} characters.',
    'The address has more than {} parameters.',
    'must have at most {} values',
    'Pages from another address may not use this desk.',
    'Only admins may look up other people by email address.',
    'You may see your own view history only.',
    'The object {} was deleted while it was being sent.',
  ],
  'The command line says it, in English as all that it says.': [
    'There is already a user {}.',
    'The pictures are in {}, to which readers cannot be sent. Leave --redirect-media out, or keep them in an object storage.',
    '"{}" is neither "{}", nor the path of a folder from the root, nor an address like s3://bucket/prefix.',
    'An object storage needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or BENCHSIDE_S3_KEY_FILE, in the environment.',
    "{} is outside the fixture's folder.",
    'There is no step {}.',
    'There is no comment {} to reply to.',
  ],
};
const programsOnly: ReadonlySet<string> = new Set(Object.values(unseen).flat());

describe('a message of the core', () => {
  const sources = globSync(['app/**/*.ts', 'shared/**/*.ts'], { cwd: root }).map((file) =>
    readFileSync(new URL(file, root), 'utf8'),
  );

  it('is known if the thing is not found', () => {
    const names = sources.flatMap((source) =>
      [...source.matchAll(/notFound\(\s*'([^']+)'/g)].map(([, name]) => name ?? ''),
    );
    const known = new Set([...english].filter(([key]) => key.startsWith('core.')).map(([, words]) => words));
    expect(names.length).toBeGreaterThan(40);
    expect(
      [...new Set([...names, 'Step form'])].filter((name) => !known.has(name)),
      'add them to shared/core-texts.ts',
    ).toEqual([]);
  });

  it('is known if a person can be refused with it', () => {
    const core = 'app/{api,bundle,courier,desk,identity,import,media,replica,store,sync,translate}/**/*.ts';
    const refusals = globSync([core, 'app/backup/hub-backups.ts'], { cwd: root }).flatMap(refusalsIn);
    const rules = globSync(['app/{api,content,identity}/**/*.ts', 'shared/model/*.ts'], {
      cwd: root,
      // The parameters of an address, which people do not write.
      exclude: ['app/api/**/{get,list}*.ts', 'app/api/fields.ts'],
    }).flatMap(rulesIn);
    const met = [...refusals, ...rules].map(withoutValues);
    const known = new Set(
      [...english].filter(([key]) => key.startsWith('core.')).map(([, words]) => withoutValues(words)),
    );
    expect([refusals.length, rules.length]).toEqual([
      expect.toSatisfy((n: number) => n > 250),
      expect.toSatisfy((n: number) => n > 40),
    ]);
    const exceptions = new Set([...programsOnly].map(withoutValues));
    expect(
      [...new Set(met)].filter((words) => !known.has(words) && !exceptions.has(words)),
      'add them to shared/core-texts.ts',
    ).toEqual([]);
    expect([...exceptions].filter((words) => known.has(words) || !met.includes(words))).toEqual([]);
  });

  it('is known if it is a reason why something is not here', () => {
    const reasons = globSync(['app/replica/desk-reports/*.ts', 'app/store/media/copies.ts'], {
      cwd: root,
    }).flatMap(sentencesIn);
    const known = new Set([...english].map(([, words]) => withoutValues(words)));
    expect(reasons).toContain('It is not on this desk.');
    expect(
      [...new Set(reasons)].filter((words) => !known.has(withoutValues(words))),
      'add them to shared/core-texts.ts',
    ).toEqual([]);
  });

  it('is known as a badge', () => {
    const words = (part: string, key: string): string | undefined => english.get(`badges.${part}.${key}`);
    for (const { name, category, description } of badgeRules)
      expect([name, words('name', name), words('category', category), words('description', name)]).toEqual([
        name,
        name,
        category,
        description,
      ]);
  });
});

describe.each(translations)('the catalogue %s', (language) => {
  it('has every text and no others', () => {
    const catalogue = catalogueOf(language);
    expect(
      [...english.keys()].filter((key) => !catalogue[key]),
      `resources/languages/${language}.json lacks these`,
    ).toEqual([]);
    expect(
      Object.keys(catalogue).filter((key) => !english.has(key)),
      `remove these from resources/languages/${language}.json: no screen has them`,
    ).toEqual([]);
  });

  it('has the same values in each text, and the plurals of its language', () => {
    expect(faults(catalogueOf(language), language)).toEqual([]);
  });
});

describe('the chosen language', () => {
  beforeEach(() => vi.resetModules());
  afterAll(() => vi.resetModules());

  it('writes numbers, times and lists its own way', async () => {
    const { speak } = await import('../../shared/language.ts');
    speak('de', { 'common.time.now': 'eben' });
    const { count, duration, joinList, percent, sentenceList, timeAgo } =
      await import('../../renderer/format.ts');
    expect(count(12_345)).toBe('12.345');
    expect([timeAgo(100, 110), timeAgo(0, 7200)]).toEqual(['eben', 'vor 2 Stunden']);
    expect(duration(5400)).toBe('1 h 30 min');
    expect(percent(0.5)).toMatch(/^50\s%$/);
    expect(joinList(['Ines', 'Tom'])).toBe('Ines und Tom');
    expect(sentenceList(['Titel', 'Bild'])).toBe('Titel und Bild');
  });

  it('translates messages of the core, and leaves unknown ones unchanged', async () => {
    const { speak } = await import('../../shared/language.ts');
    speak('de', {
      'core.notFound': 'Nicht gefunden: {what}',
      'core.guide': 'Anleitung',
      'core.valueMin': 'muss mindestens {n} sein',
    });
    const { phrase } = await import('../../shared/phrase.ts');
    expect(phrase('Guide not found')).toBe('Nicht gefunden: Anleitung');
    expect(phrase('must be 2.5 or more')).toBe('muss mindestens 2,5 sein');
    expect(phrase('Quite another thing')).toBe('Quite another thing');
  });

  it('translates badges of our hubs, and leaves others unchanged', async () => {
    const { speak } = await import('../../shared/language.ts');
    speak('de', {
      'badges.name.Mentor': 'Mentor/in',
      'badges.category.Discussion': 'Gespräch',
      'badges.description.Mentor': '250 Kommentare geschrieben.',
    });
    const { badgeInWords } = await import('../../renderer/badge-texts.ts');
    const mentor = { name: 'Mentor', category: 'Discussion', description: 'Wrote 250 comments.' };
    expect(badgeInWords(mentor)).toEqual({
      name: 'Mentor/in',
      category: 'Gespräch',
      description: '250 Kommentare geschrieben.',
    });
    const other = { name: 'Mentor', category: 'Odd', description: 'Took somebody by the hand.' };
    expect(badgeInWords(other)).toEqual({ ...other, name: 'Mentor/in' });
  });

  it('finds each message of the core, also one that begins or ends like another', async () => {
    const core = [...english].filter(([key]) => key.startsWith('core.'));
    const own = (key: string, words: string): string => [key, ...(words.match(/\{\w+\}/g) ?? [])].join(' ');
    const { speak } = await import('../../shared/language.ts');
    speak('de', Object.fromEntries(core.map(([key, words]) => [key, own(key, words)])));
    const { phrase } = await import('../../shared/phrase.ts');
    const filled = (text: string): string =>
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'n' ? '5' : name));
    expect(core.map(([, words]) => phrase(filled(words)))).toEqual(
      core.map(([key, words]) => filled(own(key, words))),
    );
  });

  it('isolates a Latin title in a right-to-left sentence', async () => {
    const { icu, messages, speak } = await import('../../shared/language.ts');
    speak('ar', { 'a.deleted': 'حُذف {title}' });
    const words = messages('a', { deleted: icu('{title} is deleted', 'title') });
    expect(words.deleted('Pump')).toBe('حُذف \u2068Pump\u2069');
    const { isPressed, labelsOf, patternOf } = await import('../../renderer/keyboard/key-names.ts');
    const { moveOfSwipe } = await import('../../renderer/features/guide-view/reading.ts');
    const pressed = { key: 'ArrowLeft', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    expect(isPressed(patternOf('ArrowRight'), pressed)).toBe(true);
    expect([labelsOf('ArrowRight'), moveOfSwipe(120, 0)]).toEqual([['←'], 'next']);
  });
});

const spoken = /^(?:aria-label|aria-description|aria-roledescription|title|placeholder|alt|label|hint|note)$/;
const letters = /\p{L}{2}/u;

interface Node {
  type: string;
  start: number;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Yields a part of a program and everything in it, outside first. */
function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item);
  if (!isNode(value)) return;
  yield value;
  for (const part of Object.values(value)) yield* nodesIn(part);
}

const nodesOf = (file: string): Node[] => [
  ...nodesIn(parseSync(file, readFileSync(new URL(file, root), 'utf8')).program),
];

/** Finds literals with letters that are shown on a screen: between tags, or in an attribute that is read out. */
function wordsIn(file: string): string[] {
  const source = readFileSync(new URL(file, root), 'utf8');
  const found: string[] = [];
  const tell = ({ start }: Node, words: unknown): void => {
    if (letters.test(String(words)))
      found.push(`${file}:${source.slice(0, start).split('\n').length} ${String(words).trim()}`);
  };
  const results = (value: unknown): void => {
    if (!isNode(value)) return;
    if (value.type === 'Literal' && typeof value['value'] === 'string') tell(value, value['value']);
    if (value.type === 'TemplateLiteral')
      for (const quasi of value['quasis'] as (Node & { value: { cooked: string } })[])
        tell(quasi, quasi.value.cooked);
    for (const name of ['expression', 'consequent', 'alternate', 'left', 'right'])
      if (/Container|Conditional|Logical/.test(value.type)) results(value[name]);
  };
  for (const node of nodesOf(file)) {
    if (node.type === 'JSXText') tell(node, node['value']);
    if (node.type === 'JSXAttribute') {
      const { name } = node['name'] as { name: unknown };
      if (spoken.test(String(name))) results(node['value']);
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      (node['children'] as unknown[]).forEach(results);
  }
  return found;
}

/** Returns the text of a literal, with `{}` for each value in it. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}');
  if (node.type !== 'BinaryExpression') return undefined;
  const [left, right] = [textOf(node['left']), textOf(node['right'])];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** Returns a message with `{}` for each of its values and numbers. */
const withoutValues = (words: string): string => words.replaceAll(/\{\w*\}|\b\d+\b/g, '{}');

/** Returns the texts that an expression may have. */
function textsOf(value: unknown): string[] {
  const text = textOf(value);
  if (text !== undefined) return [text];
  if (!isNode(value) || !/Conditional|Logical/.test(value.type)) return [];
  return ['consequent', 'alternate', 'left', 'right'].flatMap((name) => textsOf(value[name]));
}

interface Call {
  /** Name of the function or method. */
  name: string;
  args: readonly unknown[];
}

const callsIn = (file: string): Call[] =>
  nodesOf(file)
    .filter(({ type }) => type === 'CallExpression' || type === 'NewExpression')
    .map((node) => {
      const { name, property } = node['callee'] as { name?: string; property?: { name?: string } };
      return { name: name ?? property?.name ?? '', args: node['arguments'] as unknown[] };
    });

/** Finds texts that are whole sentences. */
const sentencesIn = (file: string): string[] =>
  nodesOf(file)
    .flatMap((node) => textOf(node) ?? [])
    .filter((text) => /^(?:\p{Lu}|\{).*\.$/u.test(text));

/** Finds the messages of refusals. Those with the code `incompatible` end a program before it has screens. */
const refusalsIn = (file: string): string[] =>
  callsIn(file).flatMap(({ name, args: [first, second, third] }) => {
    if (/^(?:forbidden|unauthorized|unavailable|unfinished)$/.test(name)) return textsOf(first);
    if (name === 'invalid' || (name === 'AppError' && textOf(first) !== 'incompatible'))
      return textsOf(second);
    return name === 'refused' ? textsOf(third) : [];
  });

/** Finds the messages of the schemas of requests. */
const rulesIn = (file: string): string[] =>
  callsIn(file)
    .filter(({ name }) => /^(?:addIssue|array|custom|email|enum|int|max|min|refine|regex|url)$/.test(name))
    .flatMap(({ args }) => args)
    .flatMap((arg) => [
      ...textsOf(arg),
      ...(isNode(arg) && arg.type === 'ObjectExpression' ? (arg['properties'] as Node[]) : [])
        .filter(({ key }) => /^(?:error|message)$/.test((key as { name?: string } | undefined)?.name ?? ''))
        .flatMap(({ value }) => textsOf(value)),
    ]);
