import fc from 'fast-check';
import { expect, test } from 'vitest';

import { renderHtml, renderInline } from '../../shared/wiki/html.ts';
import { parseInline, parseWiki } from '../../shared/wiki/parse.ts';
import { knownLinks, soup } from '../shared/wiki/markup.ts';
import { folder, launchDesk } from './helpers.ts';

const run = 'window.owned=true';

const written = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `'''<svg onload="${run}">'''`,
  `[javascript:${run}|click]`,
  `[link|javascript:${run}|click]`,
  `[link|java\tscript:${run}|click]`,
  `[link|JaVaScRiPt:${run}|click]`,
  `[link|data:text/html,<script>${run}</script>|click]`,
  `[https://example.org/" onmouseover="${run}|click]`,
  `[https://example.org/|" onmouseover="${run}]`,
  `[image|1|caption="><script>${run}</script>]`,
  `[video|javascript:${run}]`,
  `[quote|<script>${run}</script>|format=featured" onclick="${run}]x[/quote]`,
  `== <script>${run}</script> ==`,
  `[code]</code></pre><script>${run}</script>[/code]`,
  `[[javascript:${run}|x]]`,
  `[def_flag|flagid="><script>${run}</script>|title=x|text=y]`,
  `&lt;script&gt;${run}&lt;/script&gt; &#60;img src=x onerror=${run}&#62;`,
  `<a href="vbscript:x" style="background:url(javascript:${run})">x</a>`,
];

test('hostile wiki text runs nothing in a browser without any policy of ours', async () => {
  const seed = Math.floor(Math.random() * 1e6);
  console.log('seed', seed);
  const texts = [...written, ...fc.sample(soup, { numRuns: 1500, seed })];
  const html = texts
    .map((text) => renderHtml(parseWiki(text), knownLinks) + renderInline(parseInline(text), knownLinks))
    .join('\n');
  const { app } = await launchDesk({ data: folder() });
  // A page without the desk's policy: the rendered text must be harmless by itself.
  const found = await app.evaluate(async ({ BrowserWindow }, body) => {
    const window = new BrowserWindow({ show: false, webPreferences: { partition: 'hostile' } });
    await window.loadURL('data:text/html;charset=utf-8,<title>x</title>');
    const look = (rendered: string) => {
      document.open();
      document.write(`<!doctype html><body>${rendered}</body>`);
      document.close();
      const all = [...document.body.querySelectorAll('*')];
      for (const element of all)
        for (const type of ['click', 'mouseover', 'focus', 'error', 'load', 'toggle'])
          element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
      const addresses = all.flatMap((element) =>
        ['href', 'src', 'action', 'data', 'poster'].flatMap((name) => element.getAttribute(name) ?? []),
      );
      return {
        owned: Reflect.get(globalThis, 'owned') === true,
        elements: all.length,
        scripts: document.body.querySelectorAll('script, iframe, object, embed, style, form, base, meta')
          .length,
        handlers: all.flatMap((element) =>
          element.getAttributeNames().filter((name) => /^on|^style$/.test(name)),
        ),
        // Resolves an address as the browser does on a site's page.
        schemes: [
          ...new Set(
            addresses.map((address) => URL.parse(address, 'https://site.example/')?.protocol ?? 'none'),
          ),
        ],
      };
    };
    const result: unknown = await window.webContents.executeJavaScript(`(${look})(${JSON.stringify(body)})`);
    window.destroy();
    return result as ReturnType<typeof look>;
  }, html);
  expect(found).toMatchObject({ owned: false, scripts: 0, handlers: [] });
  expect(found.elements).toBeGreaterThan(texts.length);
  expect(found.schemes.filter((scheme) => !['http:', 'https:', 'mailto:', 'none'].includes(scheme))).toEqual(
    [],
  );
});
