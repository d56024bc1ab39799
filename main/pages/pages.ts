import { createHash } from 'node:crypto';

import { pageHeaders } from '../../app/static.ts';
import css from './page.css?raw';

const styleHash = createHash('sha256').update(css).digest('base64');

export interface ConnectProps {
  site: string;
  email: string;
  problem: string;
}

/** For a desk that belongs to no site yet. Forms only: these pages run no script. */
export function connectPage(props?: ConnectProps): Response {
  const { site = '', email = '', problem } = props ?? {};
  return page({
    title: 'Connect to your site',
    lead: 'Benchside fetches its guides from your site once and keeps them here, with or without a network.',
    body: `
      <form method="post" action="/connect">
        ${problem === undefined ? '' : `<div class="problem" role="alert"><strong>That did not work.</strong> <span>${escape(problem)}</span></div>`}
        <label>Address of the site
          <input name="site" required autofocus autocomplete="url" spellcheck="false" inputmode="url"
            aria-describedby="site-hint" value="${escape(site)}" />
          <small id="site-hint">Whoever runs your site knows it: guides.example.org, or http://192.168.1.20:4810</small>
        </label>
        <label>Email address
          <input name="email" type="email" autocomplete="username" spellcheck="false" aria-describedby="email-hint" value="${escape(email)}" />
          <small id="email-hint">Leave it empty to read only what the site shows to everybody.</small>
        </label>
        <label>Password
          <input name="password" type="password" autocomplete="current-password" />
        </label>
        <button>Connect</button>
      </form>`,
  });
}

/** For a data folder that cannot be opened. */
export function failedPage(message: string): Response {
  return page({
    title: 'Your data could not be opened',
    lead: 'Benchside has not changed anything in it.',
    body: `
      <div class="problem" role="alert">${escape(message)}</div>
      <form method="post" action="/retry"><button autofocus>Try again</button></form>`,
  });
}

/** After the process of a window died. `place` is the hash it showed. */
export function stoppedPage(place: string): Response {
  return page({
    title: 'This window stopped working',
    lead: 'What you saved is safe on this machine. What happened is written down in the data folder.',
    body: `<a class="button" href="/${escape(place)}" autofocus>Open Benchside again</a>`,
  });
}

function page({ title, lead, body }: { title: string; lead: string; body: string }): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escape(title)} · Benchside</title>
<style>${css}</style>
</head>
<body>
<main>
<header>
<svg viewBox="0 0 40 40" aria-hidden="true"><path d="M4 24h32v5.5H4z"/><path d="M7.5 29.500h5V37h-5zM27.500 29.500h5V37h-5z"/><path class="nut" fill-rule="evenodd" d="m20 3 7.800 4.500v9L20 21l-7.800-4.500v-9zm0 5.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z"/></svg>
<div><h1>${escape(title)}</h1><p>${escape(lead)}</p></div>
</header>
<div class="body">${body}</div>
</main>
</body>
</html>`;
  return new Response(html, {
    headers: {
      ...pageHeaders({ 'script-src': "'none'", 'style-src': `'sha256-${styleHash}'` }),
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  });
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
