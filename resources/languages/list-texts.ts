/**
 * Prints every English text as a catalogue, sorted by key: what a translator begins with.
 *
 *     npm run --silent texts > resources/languages/nl.json
 *     npm run --silent texts -- de        those that de.json does not have yet
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { coreTexts } from '../../shared/core-texts.ts';
import { english } from '../../shared/language.ts';
import type { Catalogue } from '../../shared/language.ts';
import { resetTexts } from '../../shared/reset-texts.ts';

const root = resolve(import.meta.dirname, '../..');
const files = globSync(['renderer/**/*texts.ts', 'main/*texts.ts', 'shared/*texts.ts'], { cwd: root });
coreTexts();
resetTexts();
await Promise.all(files.map((file) => import(pathToFileURL(resolve(root, file)).href)));

const [language] = process.argv.slice(2);
const known: Catalogue =
  language === undefined
    ? {}
    : (JSON.parse(readFileSync(resolve(import.meta.dirname, `${language}.json`), 'utf8')) as Catalogue);
const texts = [...english]
  .filter(([key]) => !Object.hasOwn(known, key))
  .toSorted(([a], [b]) => (a < b ? -1 : 1));
process.stdout.write(`${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`);
