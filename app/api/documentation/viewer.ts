import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { notFound } from '../../../shared/errors.ts';
import { pageHeaders } from '../../page-headers.ts';

const address = '/api/2.0/docs';

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Benchside API 2.0</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${address}/swagger-ui.css" />
    <link rel="stylesheet" href="${address}/page.css" />
  </head>
  <body>
    <main id="viewer"><noscript>This page needs JavaScript; the document itself does not: /api/2.0/openapi.json</noscript></main>
    <script src="${address}/swagger-ui-bundle.js"></script>
    <script src="${address}/start.js"></script>
  </body>
</html>
`;

/** Starts Swagger UI without its validator, which is a service on the Internet. */
const start = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: '/api/2.0/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayOperationId: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

const style = `html { color-scheme: light dark; }
body { margin: 0; }
#viewer .wrapper { max-width: 1100px; }
#viewer .opblock-summary-path { max-width: none; word-break: normal; overflow-wrap: anywhere; }
`;

const own: Readonly<Record<string, string>> = { 'start.js': start, 'page.css': style };
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Files of swagger-ui-dist that the page needs; the build copies them beside the code (`vite.node.config.ts`). */
export const viewerFiles: readonly string[] = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/** Returns the page that shows the API's document. It loads only from this server (decision 0008). */
export function viewerPage(): Response {
  return new Response(html, {
    headers: {
      ...pageHeaders(),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
    },
  });
}

/** Returns a file of the page. @throws AppError `not-found` for any other file */
export async function viewerFile(name: string): Promise<Response> {
  const body = own[name] ?? (viewerFiles.includes(name) ? await readFile(join(folder(), name)) : undefined);
  if (body === undefined) throw notFound('File');
  return new Response(body, {
    headers: {
      ...pageHeaders(),
      'Content-Type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
    },
  });
}

/** Returns the folder of the files: beside the code in a build, else the package. */
function folder(): string {
  const built = join(import.meta.dirname, 'viewer');
  return existsSync(built)
    ? built
    : dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
}
