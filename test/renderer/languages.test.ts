import { globSync, readFileSync } from 'node:fs';

import { IntlMessageFormat } from 'intl-messageformat';
import { parseSync } from 'vite';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { badgeRules } from '../../app/content/badge-rules.ts';
import { english, isLanguage, languages } from '../../shared/language.ts';
import type { Catalogue } from '../../shared/language.ts';

import.meta.glob(['../../renderer/**/*texts.ts', '../../main/*texts.ts', '../../shared/*texts.ts'], {
  eager: true,
});

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

/** Refusals that no screen shows: of programs that use the API wrongly, of the command line, and parts of other messages. */
const programsOnly: ReadonlySet<string> = new Set([
  '{} is not supported here',
  'The body is not valid JSON: {}',
  'Send JSON to a desk as application/json only.',
  'The address has more than {} characters.',
  'The address has more than {} parameters.',
  'Pages from another address may not use this desk.',
  'Only admins may look up other people by email address.',
  'You may see your own view history only.',
  'The object {} was deleted while it was being sent.',
  'The data folder {} is in use by another Benchside process (pid {}). Stop it first, or choose another folder with --data.',
  "{} is outside the fixture's folder.",
  'There is no step {}.',
  'There is no comment {} to reply to.',
  '{} cannot be read to its end: {}',
  '{}: {}',
  '{}: {}.',
]);

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
      'add them to renderer/core-texts.ts',
    ).toEqual([]);
  });

  it('is known if a person can be refused with it', () => {
    const core = 'app/{api,bundle,courier,desk,identity,import,media,replica,store,sync,translate}/**/*.ts';
    const refusals = globSync([core, 'app/backup/hub-backups.ts'], { cwd: root }).flatMap(refusalsIn);
    const known = new Set(
      [...english]
        .filter(([key]) => key.startsWith('core.'))
        .map(([, words]) => words.replaceAll(/\{\w+\}/g, '{}')),
    );
    expect(refusals.length).toBeGreaterThan(120);
    expect(
      [...new Set(refusals)].filter((words) => !known.has(words) && !programsOnly.has(words)),
      'add them to renderer/core-texts.ts',
    ).toEqual([]);
    expect([...programsOnly].filter((words) => known.has(words) || !refusals.includes(words))).toEqual([]);
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
    const { phrase } = await import('../../renderer/phrase.ts');
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
    const { phrase } = await import('../../renderer/phrase.ts');
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
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === 'JSXText') tell(value, value['value']);
    if (value.type === 'JSXAttribute') {
      const { name } = value['name'] as { name: unknown };
      if (spoken.test(String(name))) results(value['value']);
    }
    if (value.type === 'JSXElement' || value.type === 'JSXFragment')
      (value['children'] as unknown[]).forEach(results);
    Object.values(value).forEach(visit);
  };
  visit(parseSync(file, source).program);
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

/** Finds the messages of refusals. Those with the code `incompatible` end a program before it has screens. */
function refusalsIn(file: string): string[] {
  const found: string[] = [];
  const take = (value: unknown): void => {
    const text = textOf(value);
    if (text !== undefined) found.push(text);
    else if (isNode(value) && /Conditional|Logical/.test(value.type))
      for (const name of ['consequent', 'alternate', 'left', 'right']) take(value[name]);
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === 'CallExpression' || value.type === 'NewExpression') {
      const [first, second] = value['arguments'] as unknown[];
      const { name } = value['callee'] as { name?: string };
      if (/^(?:forbidden|unauthorized|unavailable|unfinished)$/.test(name ?? '')) take(first);
      if (name === 'AppError' && textOf(first) !== 'incompatible') take(second);
    }
    Object.values(value).forEach(visit);
  };
  visit(parseSync(file, readFileSync(new URL(file, root), 'utf8')).program);
  return found;
}
