import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

import type { FoundHub } from '../../app/lan/find-hubs.ts';
import { pageHeaders } from '../../app/page-headers.ts';
import { limits } from '../../shared/limits.ts';
import { directionOf, spokenLanguage } from '../../shared/language.ts';
import { phrase } from '../../shared/phrase.ts';
import { addressOf } from '../address.ts';
import { mainTexts } from '../texts.ts';
import css from './page.css?raw';

const styleHash = createHash('sha256').update(css).digest('base64');

export interface ConnectProps {
  site?: string;
  email?: string;
  deskName?: string;
  problem?: string;
  /** Hubs that announce themselves in this network. */
  hubs: readonly FoundHub[];
}

/** Page for a desk that is not bound to a site yet. Plain forms: these pages run no script. */
export function connectPage({
  site = '',
  email = '',
  deskName = hostname(),
  problem,
  hubs,
}: ConnectProps): Response {
  const words = mainTexts.page;
  const isChosen = site !== '' && problem === undefined;
  const focus = (here: boolean): string => (here ? ' autofocus' : '');
  return page({
    title: words.connectTitle,
    lead: words.connectLead,
    body: `
      ${hubs.length === 0 ? '' : hubList(hubs)}
      <form method="post" action="/connect">
        ${problem === undefined ? '' : `<div class="problem" role="alert"><strong>${escape(words.connectFailed)}</strong> <span>${escape(phrase(problem))}</span></div>`}
        <label>${escape(words.site)}
          <input name="site" required${focus(!isChosen)} autocomplete="url" spellcheck="false" inputmode="url" dir="ltr"
            aria-describedby="site-hint" value="${escape(site)}" />
          <small id="site-hint">${escape(words.siteHint)}</small>
        </label>
        <label>${escape(words.email)}
          <input name="email" type="email"${focus(isChosen)} autocomplete="username" spellcheck="false" dir="ltr"
            aria-describedby="email-hint" value="${escape(email)}" />
          <small id="email-hint">${escape(words.emailHint)}</small>
        </label>
        <label>${escape(words.password)}
          <input name="password" type="password" autocomplete="current-password" />
        </label>
        <label>${escape(words.desk)}
          <input name="desk" autocomplete="off" spellcheck="false" maxlength="${limits.desk.name.max}"
            aria-describedby="desk-hint" value="${escape(deskName)}" />
          <small id="desk-hint">${escape(words.deskHint)}</small>
        </label>
        <button>${escape(words.connect)}</button>
        <section aria-labelledby="stick">
          <h2 id="stick">${escape(words.stickTitle)}</h2>
          <p class="hint">${escape(words.stickHint)}</p>
          <button class="plain" name="stick" value="1" formnovalidate>${escape(words.stick)}</button>
        </section>
      </form>`,
  });
}

function hubList(hubs: readonly FoundHub[]): string {
  const words = mainTexts.page;
  const items = hubs.map(
    ({ name, url }) =>
      `<li><a href="/?site=${escape(encodeURIComponent(url))}"><bdi>${escape(name)}</bdi> <small dir="ltr">${escape(url)}</small></a></li>`,
  );
  return `<nav class="hubs" aria-labelledby="hubs"><h2 id="hubs">${escape(words.hubs)}</h2>
        <p class="hint">${escape(words.hubsHint)}</p><ul>${items.join('')}</ul></nav>`;
}

export interface FailedProps {
  message: string;
  /** The version whose update made a copy of the data, if that can be restored. */
  copyBefore?: string | undefined;
}

/** Page for a data folder that cannot be opened. */
export function failedPage({ message, copyBefore }: FailedProps): Response {
  const words = mainTexts.page;
  const back =
    copyBefore === undefined
      ? ''
      : `<p class="hint">${escape(words.copyHint(copyBefore))}</p>
      <form method="post" action="/go-back"><button>${escape(words.goBack)}</button></form>`;
  return page({
    title: words.failedTitle,
    lead: words.failedLead,
    body: `
      <div class="problem" role="alert">${escape(phrase(message))}</div>${back}
      <form method="post" action="/retry"><button${copyBefore === undefined ? '' : ' class="plain"'} autofocus>${escape(words.retry)}</button></form>`,
  });
}

/** Page for a window whose process dies repeatedly. `place` is where it was. */
export function stoppedPage(place: string): Response {
  const words = mainTexts.page;
  return page({
    title: words.stoppedTitle,
    lead: words.stoppedLead,
    body: `<a class="button" href="${escape(addressOf(place.startsWith('/') ? place : '/'))}" autofocus>${escape(words.reopen)}</a>`,
  });
}

function page({ title, lead, body }: { title: string; lead: string; body: string }): Response {
  const html = `<!doctype html>
<html lang="${spokenLanguage()}" dir="${directionOf(spokenLanguage())}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escape(title)} · ${escape(mainTexts.product)}</title>
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
