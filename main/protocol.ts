import { dialog, protocol } from 'electron';

import { serveRenderer } from '../app/http/static.ts';
import { isCoreAddress } from '../app/http/desk-window.ts';
import type { FoundHub, HubSearch } from '../app/lan/find-hubs.ts';
import type { Logger } from '../app/log.ts';
import { isManual } from '../shared/manual.ts';
import { addressOf, homeAddress } from './address.ts';
import { errorWords } from './desk.ts';
import type { Desk, DeskPhase } from './desk.ts';
import { mainTexts } from './texts.ts';
import { connectPage, failedPage, stoppedPage } from './pages/pages.ts';

/** Call it before the application is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'benchside',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
}

/** Milliseconds for which the page waits for hubs in the network when it is first shown. */
const patienceMs = 800;

export function serveWindow({ desk, renderer, log }: { desk: Desk; renderer: string; log: Logger }): void {
  const page = serveRenderer(renderer);
  let search: HubSearch | undefined;
  const hubs = async (): Promise<FoundHub[]> => {
    search ??= (await import('../app/lan/find-hubs.ts')).findHubs(log);
    await search.first(patienceMs);
    return search.hubs();
  };
  const close = async (): Promise<void> => {
    const ended = search;
    search = undefined;
    await ended?.close();
  };
  protocol.handle('benchside', async (request) => {
    const { host, pathname, searchParams } = new URL(request.url);
    if (host !== 'desk') return new Response('There is nothing at this address.', { status: 404 });
    // The manual also opens if the data cannot be opened, because people then look for help.
    if (isManual(pathname)) return page(request);
    if (pathname === '/stopped') return stoppedPage(searchParams.get('place') ?? '');
    if (request.method === 'POST' && pathname === '/connect') return connect(desk, request, await hubs());
    const state = request.method === 'POST' ? await asked(desk, pathname) : await desk.state();
    if (isCoreAddress(pathname)) return fromCore(state, request);
    if (state.kind !== 'unbound') await close();
    if (state.kind === 'open') return isOrder(pathname) ? Response.redirect(homeAddress, 303) : page(request);
    return state.kind === 'unbound'
      ? connectPage({ site: searchParams.get('site') ?? '', hubs: await hubs() })
      : failedPage(state);
  });
}

const isOrder = (pathname: string): boolean => pathname === '/retry' || pathname === '/go-back';

/** Carries out a form of the page for a failed desk. */
function asked(desk: Desk, pathname: string): Promise<DeskPhase> {
  if (pathname === '/retry') return desk.reopen();
  return pathname === '/go-back' ? desk.goBack() : desk.state();
}

async function connect(desk: Desk, request: Request, hubs: readonly FoundHub[]): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const field = (name: string): string => form.get(name)?.trim() ?? '';
  const site = field('site');
  const email = field('email');
  const deskName = field('desk');
  try {
    if (form.has('stick')) {
      const file = await chooseBundle();
      if (file === undefined) return connectPage({ site, email, deskName, hubs });
      await desk.beginWith({ file, site, deskName });
      return Response.redirect(addressOf('/sync/carry'), 303);
    }
    await desk.connect({ site, email, password: form.get('password') ?? '', deskName });
    return Response.redirect(homeAddress, 303);
  } catch (error) {
    return connectPage({ site, email, deskName, problem: errorWords(error), hubs });
  }
}

async function chooseBundle(): Promise<string | undefined> {
  const { bundle, anyFile } = mainTexts.page;
  const { filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [
      { name: bundle, extensions: ['bundle'] },
      { name: anyFile, extensions: ['*'] },
    ],
  });
  return filePaths[0];
}

function fromCore(state: DeskPhase, request: Request): Promise<Response> | Response {
  if (state.kind !== 'open') {
    const message = state.kind === 'failed' ? state.message : 'This desk belongs to no hub yet.';
    return Response.json({ error: true, message }, { status: 503 });
  }
  return state.fetch(request);
}
