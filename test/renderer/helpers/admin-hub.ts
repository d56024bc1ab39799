import { listen } from '../../../app/http/node.ts';
import { withHubPage } from '../../../app/http/hub-session.ts';
import { withResetPage } from '../../../app/http/reset-page.ts';
import { serveRenderer } from '../../../app/http/static.ts';
import { isCoreAddress } from '../../../app/http/desk-window.ts';
import type { DeviceReport } from '../../../shared/model/device.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, addPerson } from '../../helpers/people.ts';
import type { TestPerson } from '../../helpers/people.ts';

export const password = 'long enough to keep';

export interface AdminHub extends AsyncDisposable {
  core: TestCore;
  url: string;
  ada: TestPerson;
  ines: TestPerson;
  tomas: TestPerson;
  kofi: TestPerson;
  /** Guides with a prepared release, with unreleased edits, and with flags. */
  guides: { prepared: number; edited: number; flagged: number };
}

/** Starts a hub with its page on a port, and with some of everything that leads manage. */
export async function startAdminHub(folder: string): Promise<AdminHub> {
  const core = testCore();
  core.ctx.store.transact(null, (s) =>
    s.meta.set('site', { name: 'North Workshop', langids: ['en', 'de', 'fr'] }),
  );
  const ada = await addPerson(core, 'Ada', { role: 'admin', password });
  const ines = await addPerson(core, 'Ines', { role: 'author', password });
  const tomas = await addPerson(core, 'Tomas', { password });
  const kofi = await addPerson(core, 'Kofi', { password });
  const guides = await addGuides(core, ines.token);
  await addTeams(core, { ada, tomas, kofi });
  await addDevices(core, { tomas, kofi });
  await core.json('PUT /translation_glossary/entries', {
    token: ines.token,
    json: [
      { term: 'piston', translations: { de: 'Kolben', fr: 'piston' } },
      { term: 'seal', translations: { de: 'Dichtung' } },
      { term: 'wrench', translations: {} },
    ],
  });
  const fetch = withResetPage({ ...core, fetch: withHubPage(core, folder) });
  const server = await listen(fetch, { host: '127.0.0.1', port: 0 });
  return {
    core,
    url: `${server.origin}/`,
    ada,
    ines,
    tomas,
    kofi,
    guides,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await core[Symbol.asyncDispose]();
    },
  };
}

/** Opens a desk whose site is unreachable, with an admin at its window. */
export async function startAdminDesk(
  folder: string,
): Promise<{ core: TestCore; url: string } & AsyncDisposable> {
  const core = testCore({ profile: 'desk', site: 'http://127.0.0.1:1/api/2.0' });
  core.ctx.store.transact(null, (s) => s.meta.set('site', { name: 'North Workshop', langids: ['en', 'de'] }));
  const { token } = await addPerson(core, 'Ada', { role: 'admin' });
  const page = serveRenderer(folder);
  const server = await listen(
    (request) => {
      if (!isCoreAddress(new URL(request.url).pathname)) return page(request);
      const headers = new Headers(request.headers);
      headers.set('Authorization', `api ${token}`);
      return core.fetch(new Request(request, { headers }));
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    core,
    url: `${server.origin}/`,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await core[Symbol.asyncDispose]();
    },
  };
}

async function addGuides(core: TestCore, token: string): Promise<AdminHub['guides']> {
  const { guideid: prepared } = await addGuide(core, token, { title: 'Bleed the brake line' });
  const { guideid: edited } = await addGuide(core, token, { title: 'Replace the pump seal' });
  const { guideid: flagged } = await addGuide(core, token, { title: 'Open the gearbox' });
  const patch = async (guideid: number, json: object): Promise<void> => {
    const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
    await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
  };
  const release = (json: object) => core.json('POST /guides/releases', { token, json });
  await release({ guideid: prepared, title: 'First edition', notes: 'With the new bleeder.' });
  await release({ guideid: edited, title: 'Spring edition', status: 'released' });
  await patch(edited, { conclusion: 'Run it for ten minutes.' });
  await patch(flagged, { flags: ['GUIDE_MISSING_IMAGES', 'GUIDE_GRAMMAR_ERRORS', 'DANGER'] });
  return { prepared, edited, flagged };
}

async function addTeams(
  core: TestCore,
  { ada, tomas, kofi }: Record<'ada' | 'tomas' | 'kofi', TestPerson>,
): Promise<void> {
  const { token } = ada;
  const team = (json: object): Promise<{ teamid: number }> =>
    core.json('POST /benchside/teams', { token, json });
  const { teamid } = await team({
    name: 'Hydraulics',
    description: 'Pumps, cylinders and hoses',
    owner: tomas.userid,
  });
  await core.json(`PUT /teams/${teamid}/users/${kofi.userid}`, { token, json: {} });
  await team({ name: 'Electronics', description: '' });
}

async function addDevices(
  core: TestCore,
  { tomas, kofi }: Record<'tomas' | 'kofi', TestPerson>,
): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const nothing = { pending: 0, sending: 0, parked: 0, conflicts: 0, oldest_date: null };
  const report = (deviceid: string, more: Partial<DeviceReport>): Promise<Response> =>
    core.call(`PUT /benchside/devices/${deviceid}-0000-4000-8000-000000000000`, {
      token: tomas.token,
      json: {
        name: 'bench',
        version: '0.1.0',
        system: 'Linux x64',
        people: [],
        round: { outcome: 'clean', message: null },
        ready: { guides: 128, ready: 128 },
        kiosk: null,
        ...more,
      } satisfies DeviceReport,
    });
  await report('00000001', {
    name: 'bench-3',
    people: [
      { userid: tomas.userid, pending: 2, sending: 1, parked: 1, conflicts: 1, oldest_date: now - 7300 },
      { userid: kofi.userid, ...nothing },
    ],
    ready: { guides: 128, ready: 121 },
  });
  await report('00000002', {
    name: 'bench-7',
    system: 'Windows x64',
    people: [{ userid: kofi.userid, ...nothing, pending: 3, oldest_date: now - 600 }],
  });
  await report('00000003', {
    name: 'paint-shop',
    people: [{ userid: tomas.userid, ...nothing }],
    round: { outcome: 'needs-person', message: 'The disk of this computer is full.' },
    kiosk: { locked: false, open: ['session', 'keys'] },
  });
  await report('00000004', { name: 'store-room', people: [{ userid: kofi.userid, ...nothing }] });
}
