import { spokenLocale } from '../shared/language.ts';
import { way } from './direction.ts';
import { apart } from './format.ts';
import { texts } from './texts.ts';

const { numberingSystem } = new Intl.NumberFormat(spokenLocale()).resolvedOptions();
const digits = { arab: 'arabic-indic', arabext: 'persian' }[numberingSystem] ?? 'decimal';

const cssString = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\n\r\f]/g, ' ')}"`;

/** "Page 1 of 3" as a value of CSS's `content`, which never wraps. */
const pageOfPages = cssString(texts.printedPage('{page}', '{pages}').replaceAll(' ', '\u00a0')).replaceAll(
  /\{(pages?)\}/g,
  `" counter($1, ${digits}) "`,
);

/** Sets the foot of printed pages: the title where a line begins, the number of the page where it ends. */
export function printInFoot(title: string): void {
  const words = cssString(apart(title));
  const [left, right] = way === 1 ? [words, pageOfPages] : [pageOfPages, words];
  const { style } = document.documentElement;
  style.setProperty('--foot-left', left);
  style.setProperty('--foot-right', right);
}
