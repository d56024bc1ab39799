/** Builds the manual: `node resources/manual/build-manual.ts FOLDER`, and part of `npm run build`. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { licencesPage } from '../release/licences-page.ts';
import { groups, manualLanguages, pageNames } from './contents.ts';
import type { ManualLanguage } from './contents.ts';
import { escapeHtml } from './escape-html.ts';
import { darkOf, screensFolder } from './pictures.ts';
import { readPage } from './read-page.ts';
import type { ManualPage } from './read-page.ts';

/** Writes every page, with the pictures they show and the page of licences. Links are relative, so files open by themselves too. */
export function buildManual(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const pictures = new Set<string>();
  for (const language of Object.keys(manualLanguages).filter(isManualLanguage)) {
    const pages = new Map(pageNames.map((name) => [name, readPage(language, name)]));
    mkdirSync(join(folder, language), { recursive: true });
    for (const [name, page] of pages) {
      writeFileSync(join(folder, language, `${name}.html`), wholePage(language, name, pages));
      for (const picture of page.pictures) pictures.add(picture);
    }
  }
  mkdirSync(join(folder, 'pictures'));
  for (const light of pictures)
    for (const file of [light, darkOf(light)])
      if (file !== undefined) copyFileSync(join(screensFolder, file), join(folder, 'pictures', file));
  copyFileSync(join(import.meta.dirname, 'manual.css'), join(folder, 'manual.css'));
  copyFileSync(join(import.meta.dirname, '../icons/32x32.png'), join(folder, 'icon.png'));
  writeFileSync(join(folder, 'licences.html'), licencesPage());
}

const isManualLanguage = (code: string): code is ManualLanguage => Object.hasOwn(manualLanguages, code);

function wholePage(language: ManualLanguage, name: string, pages: ReadonlyMap<string, ManualPage>): string {
  const words = manualLanguages[language];
  const page = pages.get(name);
  if (page === undefined) throw new Error(`There is no page ${name} in ${language}.`);
  const next = pageNames[pageNames.indexOf(name) + 1];
  const others = Object.entries(manualLanguages).filter(([code]) => code !== language);
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <title>${name === 'index' ? '' : `${escapeHtml(page.title)} – `}${words.title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="../icon.png" />
    <link rel="stylesheet" href="../manual.css" />
  </head>
  <body>
    <a class="skip" href="#text">${words.skip}</a>
    <header>
      <a class="brand" href="index.html">${words.title}</a>
      <a class="contents" href="#pages">${words.contents}</a>
      ${others.map(([code, { name: own }]) => `<a href="../${code}/${name}.html" lang="${code}" hreflang="${code}">${own}</a>`).join('\n')}
    </header>
    <div class="sheet">
      <main id="text" tabindex="-1">
${page.html}
        ${next === undefined ? '' : `<p class="next">${words.next}: <a href="${next}.html">${escapeHtml(pages.get(next)?.title ?? '')}</a></p>`}
      </main>
      <nav id="pages" aria-label="${words.pages}">
        ${groups.map(({ title, pages: names }) => `<h2>${title[language]}</h2>\n<ul>${names.map((one) => item(one, name, pages)).join('\n')}</ul>`).join('\n')}
        <p><a href="../licences.html" hreflang="en">${words.licences}</a></p>
      </nav>
    </div>
  </body>
</html>
`;
}

/** A page in the list of all, with its sections while it is the one that is read. */
function item(name: string, shown: string, pages: ReadonlyMap<string, ManualPage>): string {
  const page = pages.get(name);
  if (page === undefined) return '';
  const sections = page.headings.filter(({ depth, id }) => depth === 2 && id !== '');
  const below =
    name === shown && sections.length > 0
      ? `<ul>${sections.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join('')}</ul>`
      : '';
  const current = name === shown ? ' aria-current="page"' : '';
  return `<li><a href="${name}.html"${current}>${escapeHtml(page.title)}</a>${below}</li>`;
}

if (import.meta.main) {
  const [folder = 'dist/renderer/manual'] = process.argv.slice(2);
  buildManual(resolve(folder));
}
