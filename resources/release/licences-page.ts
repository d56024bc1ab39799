import { escapeHtml } from '../manual/escape-html.ts';
import { licenceTexts, shippedPackages } from './shipped-packages.ts';
import type { ShippedPackage } from './shipped-packages.ts';

/** Returns the page of licences of other software: a table of packages, then each text once, with the packages it belongs to. */
export function licencesPage(): string {
  const packages = shippedPackages();
  const without = packages.filter((one) => licenceTexts(one).length === 0).map(({ name }) => name);
  const owners = new Map<string, ShippedPackage[]>();
  for (const one of packages)
    for (const text of licenceTexts(one)) owners.set(text, [...(owners.get(text) ?? []), one]);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Licenses of other software – Benchside</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="icon.png" />
    <link rel="stylesheet" href="manual.css" />
  </head>
  <body>
    <header>
      <a class="brand" href="en/index.html">Benchside manual</a>
    </header>
    <div class="sheet">
      <main>
        <h1>Licenses of other software</h1>
        <p>
          Benchside is under the MIT license. A package of it contains the software below. Electron contains Chromium and
          Node.js, whose licenses are in the files LICENSE.electron.txt and LICENSES.chromium.html beside the program.
        </p>
        <table>
          <thead><tr><th>Package</th><th>Version</th><th>License</th></tr></thead>
          <tbody>
${packages.map(({ name, version, licence }) => `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(version)}</td><td>${escapeHtml(licence)}</td></tr>`).join('\n')}
          </tbody>
        </table>
        <p>${escapeHtml(without.join(', '))}: without a text of their own; the license is the one in the table.</p>
        <h2 id="texts">Texts</h2>
${[...owners].map(([text, of]) => `<h3>${escapeHtml(of.map(({ name }) => name).join(', '))}</h3>\n<pre class="licence" tabindex="0">${escapeHtml(text)}</pre>`).join('\n')}
      </main>
    </div>
  </body>
</html>
`;
}
