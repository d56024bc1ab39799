import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { serveRenderer } from '../../app/http/static.ts';
import { temporaryFolder } from '../helpers/core.ts';

test('only files of the folder are served, places get the page, and both have a strict policy', async () => {
  using folder = temporaryFolder();
  const renderer = join(folder.path, 'renderer');
  mkdirSync(join(renderer, 'assets'), { recursive: true });
  writeFileSync(join(folder.path, 'secret.txt'), 'secret');
  writeFileSync(join(renderer, 'index.html'), '<html><head></head><body>page</body></html>');
  writeFileSync(join(renderer, 'assets/code-1a2b.js'), 'export {}');
  const serve = serveRenderer(renderer);
  const ask = (path: string, method = 'GET'): Promise<Response> =>
    serve(new Request(`http://127.0.0.1${path}`, { method }));

  const page = await ask('/');
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).not.toMatch(/'unsafe/);
  const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(await page.text()).toContain(`<meta property="csp-nonce" nonce="${nonce}" />`);
  expect((await ask('/')).headers.get('Content-Security-Policy')).not.toBe(policy);
  expect(await (await ask('/guide/7')).text()).toContain('page');

  const code = await ask('/assets/code-1a2b.js');
  expect(code.headers.get('Content-Type')).toMatch(/^text\/javascript/);
  expect(code.headers.get('Cache-Control')).toContain('immutable');
  expect(await (await ask('/assets/code-1a2b.js', 'HEAD')).text()).toBe('');
  for (const path of ['/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/none.js', '/secret.txt']) {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  }
  expect((await ask('/', 'POST')).status).toBe(405);
});
