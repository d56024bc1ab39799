import { IntlMessageFormat } from 'intl-messageformat';

/** The languages of the interface, each by its own name. English is in the code, the others in `resources/languages`. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  ar: 'العربية',
} as const;

export type Language = keyof typeof languages;

/** Maps keys such as `sync-status.storage.title` to texts in ICU MessageFormat. */
export type Catalogue = Readonly<Record<string, string>>;

export const isLanguage = (value: string): value is Language => Object.hasOwn(languages, value);

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** Returns the first wanted language that the interface has, else English. `wanted`: BCP 47 tags, the preferred first. */
export function bestLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.split('-', 1)[0] ?? '').find(isLanguage) ?? 'en';
}

/** The English texts passed to `messages` so far, by key. */
export const english = new Map<string, string>();

export interface SpokenLanguage {
  language: Language;
  words: Catalogue;
  /** Locale of dates and numbers. */
  locale: string;
}

let chosen: SpokenLanguage = { language: 'en', words: {}, locale: 'en' };

/**
 * Sets the language of this process. Modules translate their texts while they load, so call this before loading any that declares some.
 * `tag`: locale of dates and numbers, such as `de-CH`; ignored unless it is of that language.
 */
export function speak(language: Language, words: Catalogue, tag: string = language): void {
  chosen = { language, words, locale: tag.split('-', 1)[0] === language ? tag : language };
}

export const spokenLanguage = (): Language => chosen.language;
export const spokenLocale = (): string => chosen.locale;

class Icu<Names extends readonly string[]> {
  readonly message: string;
  readonly names: Names;
  constructor(message: string, names: Names) {
    this.message = message;
    this.names = names;
  }
}

/**
 * A text with values, in ICU MessageFormat: `icu('{n, plural, one {# guide} other {# guides}}', 'n')`. `messages` turns it
 * into a function of the values, in the order of the names.
 */
export const icu = <const Names extends readonly string[]>(message: string, ...names: Names): Icu<Names> =>
  new Icu(message, names);

type Value = string | number;

type Texts<Tree> = Tree extends string
  ? string
  : Tree extends Icu<infer Names>
    ? (...values: { [Index in keyof Names]: Value }) => string
    : Tree extends readonly unknown[]
      ? never
      : { [Key in keyof Tree]: Texts<Tree[Key]> };

/** Returns a tree of English texts in the language of this process. `area` is the first part of their keys in the catalogues. */
export const messages = <const Tree extends object>(area: string, tree: Tree): Texts<Tree> =>
  messagesIn(chosen, area, tree);

/** Like `messages`, in any language: for a hub, which speaks to many people. */
export function messagesIn<const Tree extends object>(
  spoken: SpokenLanguage = chosen,
  area: string,
  tree: Tree,
): Texts<Tree> {
  return said(spoken, area, tree) as Texts<Tree>;
}

function said(spoken: SpokenLanguage, key: string, node: unknown): unknown {
  if (typeof node === 'string') {
    english.set(key, node);
    return spoken.words[key] ?? node;
  }
  if (node instanceof Icu) {
    english.set(key, node.message);
    return formatter(spoken, spoken.words[key], node);
  }
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, inner]) => [name, said(spoken, `${key}.${name}`, inner)]),
  );
}

function formatter(
  { language, locale }: SpokenLanguage,
  translated: string | undefined,
  { message, names }: Icu<readonly string[]>,
) {
  let format: IntlMessageFormat | undefined;
  return (...values: Value[]): string => {
    format ??=
      translated === undefined
        ? new IntlMessageFormat(message, 'en')
        : new IntlMessageFormat(
            directionOf(language) === 'rtl' ? isolated(translated, names) : translated,
            locale,
          );
    return String(format.format(Object.fromEntries(names.map((name, index) => [name, values[index]]))));
  };
}

/** Puts values between U+2068 and U+2069: a title in Latin letters would reorder the right-to-left sentence around it. */
const isolated = (message: string, names: readonly string[]): string =>
  message.replaceAll(/\{(\w+)\}/g, (value, name: string) =>
    names.includes(name) ? `\u2068${value}\u2069` : value,
  );
