import { randomBytes } from 'node:crypto';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { shortestPassword } from '../../shared/password.ts';
import { bodyText } from '../api/input.ts';
import type { Core } from '../core.ts';
import { pageHeaders } from '../page-headers.ts';
import { newPassword } from '../identity/password.ts';

type Fetch = (request: Request) => Promise<Response>;

/** Serves a hub with the page that links in mails open. It works without scripts. */
export function withResetPage({ fetch, ctx }: Core): Fetch {
  return (request) => (isPage.test(request.url) ? answer(request, ctx.resets) : fetch(request));
}

/** Matches the address as text, because parsing it costs as much as many answers. */
const isPage = /^[^/]+:\/\/[^/]*\/reset-password(?:\?|$)/;

async function answer(request: Request, resets: Core['ctx']['resets']): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const username = resets.ownerOf(token);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const response = username === undefined ? gone() : form(username);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  }
  if (request.method !== 'POST')
    return page(405, 'Not here', '<p>This page cannot answer a request of this kind.</p>');
  if (username === undefined) return gone();
  const sent = await bodyText(request, limits.request.openBody.max).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  if (sent instanceof AppError) return form(username, sent.message);
  const password = new URLSearchParams(sent).get('password') ?? '';
  const checked = newPassword.safeParse(password);
  if (!checked.success)
    return form(username, `The password ${checked.error.issues[0]?.message ?? 'cannot be used'}.`);
  if (!(await resets.use(token, password))) return gone();
  return page(
    200,
    'Your new password is set',
    '<p>Sign in with it. Wherever you were signed in, you are signed out now.</p>',
  );
}

const gone = (): Response =>
  page(
    404,
    'This link no longer works',
    '<p>It was used, replaced by a newer one, or is older than an hour. Ask for a new one where you sign in.</p>',
  );

/** Posts to the address it was opened at, so that it works behind a proxy with a path of its own. */
const form = (username: string, problem?: string): Response =>
  page(
    problem === undefined ? 200 : 422,
    'Set a new password',
    `<form method="post">
      <input type="text" name="username" autocomplete="username" value="${escape(username)}" readonly hidden>
      <p><label for="password">New password for ${escape(username)}, at least ${shortestPassword} characters</label></p>
      ${problem === undefined ? '' : `<p role="alert">${escape(problem)}</p>`}
      <p><input id="password" name="password" type="password" autocomplete="new-password" minlength="${shortestPassword}" maxlength="${limits.user.password.max}"
        required autofocus></p>
      <p><button type="submit">Set password</button></p>
    </form>`,
  );

function page(status: number, title: string, body: string): Response {
  const nonce = randomBytes(16).toString('base64url');
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
      body { max-width: 30rem; margin: 4rem auto; padding: 0 1rem; }
      input, button { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem; }
    </style>
  </head>
  <body>
    <h1>${title}</h1>
    ${body}
  </body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      ...pageHeaders({ 'style-src': `'nonce-${nonce}'`, 'script-src': "'none'" }),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(status === 405 ? { Allow: 'GET, HEAD, POST' } : {}),
    },
  });
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (c) => entities[c] ?? c);
