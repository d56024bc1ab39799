import { randomBytes } from 'node:crypto';

import { AppError } from '../../shared/errors.ts';
import { bestLanguage, directionOf } from '../../shared/language.ts';
import type { Language } from '../../shared/language.ts';
import { limits } from '../../shared/limits.ts';
import { shortestPassword } from '../../shared/password.ts';
import { resetTexts } from '../../shared/reset-texts.ts';
import { errorAnswer } from '../api/error-response.ts';
import { bodyText } from '../api/input.ts';
import { spokenIn } from '../catalogues.ts';
import type { Core } from '../core.ts';
import { pageHeaders } from '../page-headers.ts';
import { newPassword } from '../identity/password.ts';
import { acceptedLanguages } from './accepted-languages.ts';

type Fetch = (request: Request) => Promise<Response>;

/** Serves a hub with the page that links in mails open. It works without scripts. */
export function withResetPage({ fetch, ctx }: Core): Fetch {
  return async (request) => {
    if (!isPage.test(request.url)) return fetch(request);
    try {
      return await answer(request, ctx);
    } catch (error) {
      const { status, body, headers } = errorAnswer(error, ctx.log);
      return Response.json(body, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });
    }
  };
}

/** Matches the address as text, because parsing it costs as much as many answers. */
const isPage = /^[^/]+:\/\/[^/]*\/reset-password(?:\?|$)/;

interface Speech {
  language: Language;
  texts: ReturnType<typeof resetTexts>;
}

/** Speaks the language that the browser asks for, else that of the site. */
async function speechFor(request: Request, { store }: Core['ctx']): Promise<Speech> {
  const { langid } = store.read(null, (s) => s.meta.site);
  const language = bestLanguage([...acceptedLanguages(request), langid]);
  return { language, texts: resetTexts(await spokenIn(language)) };
}

async function answer(request: Request, ctx: Core['ctx']): Promise<Response> {
  const { resets } = ctx;
  // Another process of a shared site may have mailed the link.
  await ctx.store.catchUp();
  const speech = await speechFor(request, ctx);
  const { texts } = speech;
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const username = resets.ownerOf(token);
  if (request.method === 'GET' || request.method === 'HEAD') {
    const response = username === undefined ? gone(speech) : form(speech, username);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  }
  if (request.method !== 'POST') return page(speech, 405, texts.refused, paragraph(texts.refusedWhy));
  if (username === undefined) return gone(speech);
  const sent = await bodyText(request, limits.request.openBody.max).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'too-large') return undefined;
    throw error;
  });
  const password = new URLSearchParams(sent).get('password') ?? '';
  if (sent === undefined || password.length > limits.user.password.max)
    return form(speech, username, texts.long(limits.user.password.max));
  if (!newPassword.safeParse(password).success) return form(speech, username, texts.short(shortestPassword));
  if (!(await resets.use(token, password))) return gone(speech);
  return page(speech, 200, texts.done, paragraph(texts.doneHow));
}

const paragraph = (text: string): string => `<p>${escape(text)}</p>`;

const gone = (speech: Speech): Response =>
  page(speech, 404, speech.texts.gone, paragraph(speech.texts.goneWhy));

/** Posts to the address it was opened at, so that it works behind a proxy with a path of its own. */
const form = (speech: Speech, username: string, problem?: string): Response =>
  page(
    speech,
    problem === undefined ? 200 : 422,
    speech.texts.title,
    `<form method="post">
      <input type="text" name="username" autocomplete="username" value="${escape(username)}" readonly hidden>
      <p><label for="password">${escape(speech.texts.password(username, shortestPassword))}</label></p>
      ${problem === undefined ? '' : `<p role="alert">${escape(problem)}</p>`}
      <p><input id="password" name="password" type="password" autocomplete="new-password" minlength="${shortestPassword}" maxlength="${limits.user.password.max}"
        required autofocus></p>
      <p><button type="submit">${escape(speech.texts.submit)}</button></p>
    </form>`,
  );

function page({ language }: Speech, status: number, title: string, body: string): Response {
  const nonce = randomBytes(16).toString('base64url');
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escape(title)}</title>
    <style nonce="${nonce}">
      :root { color-scheme: light dark; font: 1.125rem/1.5 system-ui, sans-serif; }
      body { max-width: 30rem; margin: 4rem auto; padding: 0 1rem; }
      input, button { box-sizing: border-box; width: 100%; font: inherit; padding: 0.5rem; }
    </style>
  </head>
  <body>
    <h1>${escape(title)}</h1>
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
