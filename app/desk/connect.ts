import { deskSettings } from '../../shared/model/benchside.ts';
import { AppError, unavailable } from '../../shared/errors.ts';
import { settingsOf } from '../store/desk-settings.ts';
import { BundleReader } from '../bundle/bundle-file.ts';
import { openDesk } from './open.ts';
import type { OpenDesk } from './open.ts';
import { askSite } from '../identity/site-client.ts';
import type { Vault } from '../identity/vault.ts';
import { windowFetch } from '../http/desk-window.ts';

export interface Connection {
  /** The typed address, possibly without a scheme. */
  site: string;
  /** Empty to read only public content. */
  email: string;
  password: string;
  /** Name of the desk; empty for the computer's name. */
  deskName?: string;
}

/**
 * Binds a desk's data folder to a site that has answered, and makes the signed-in person the current one of its window. Runs no
 * sync, which would bind the folder to a mistyped address.
 *
 * @throws AppError `invalid` for what is not an address, `unauthorized`, or `unavailable`, in words for a person
 */
export async function connectDesk(
  dataDir: string,
  { site, email, password, deskName = '' }: Connection,
  vault: Vault,
): Promise<void> {
  await bind(dataDir, withScheme(site), { vault, deskName }, async (opened) => {
    if (email === '') await assertAnswers(opened.site);
    else await signIn(windowFetch(opened.core), { email, password });
  });
}

export interface BundleChoice {
  file: string;
  /** The typed address of the hub; empty for the one that the bundle names. */
  site: string;
  deskName?: string;
}

/**
 * Binds a desk's data folder to the hub of a bundle, which need not be in reach. The desk imports the bundle when it is open.
 *
 * @throws AppError `invalid` for a file that is no whole bundle, or if nobody says where the hub is
 */
export async function bindToBundle(
  dataDir: string,
  { file, site, deskName = '' }: BundleChoice,
  vault: Vault,
): Promise<void> {
  const bundle = new BundleReader(file);
  bundle.close();
  const { name, site: named } = bundle.manifest;
  const address = site === '' ? named : withScheme(site);
  if (address === undefined)
    throw new AppError(
      'invalid',
      `The bundle does not say where the hub of ${name} is. Type its address, and choose the bundle again.`,
    );
  await bind(dataDir, address, { vault, deskName });
}

/** @param check throws if the folder must not be bound */
async function bind(
  dataDir: string,
  address: string,
  { vault, deskName }: { vault: Vault; deskName: string },
  check?: (opened: OpenDesk) => Promise<void>,
): Promise<void> {
  const opened = openDesk(dataDir, address, { vault });
  try {
    await check?.(opened);
    opened.core.ctx.store.transact(null, (s) => {
      s.meta.set('site-url', opened.site);
      const name = deskSettings.shape.deskName.safeParse(deskName);
      if (name.success) s.meta.set('settings', { ...settingsOf(s), deskName: name.data });
    });
  } finally {
    await opened.close();
  }
}

async function signIn(fetch: (request: Request) => Promise<Response>, credentials: object): Promise<void> {
  const response = await fetch(
    new Request('benchside://desk/api/2.0/user/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    }),
  );
  if (response.ok) return;
  const { message } = (await response.json()) as { message: string };
  if (response.status === 401) {
    throw new AppError('unauthorized', 'Email address or password is not right. Check both and try again.');
  }
  throw unavailable(message);
}

async function assertAnswers(site: string): Promise<void> {
  const answer = await askSite(site, 'GET /guides?limit=1');
  if (answer.kind === 'unreachable') {
    throw unavailable(`The hub at ${new URL(site).host} cannot be reached: ${answer.reason}.`);
  }
  if (answer.kind === 'answered' && answer.status === 401) {
    throw unavailable('This hub is private. Sign in to read its guides.');
  }
  if (answer.kind === 'not-a-site' || !Array.isArray(answer.body)) {
    throw unavailable(`${site} is not the address of an API 2.0 site. Check it and try again.`);
  }
}

/**
 * Adds a scheme: `https` to a name, which is a site on the Internet; `http` to an IP address, which is a hub in the workshop
 * without a certificate.
 */
function withScheme(site: string): string {
  if (/^\w+:\/\//.test(site)) return site;
  return /^(?:localhost|[\d.]+|\[[\da-f:]+\])(?:[:/]|$)/i.test(site) ? `http://${site}` : `https://${site}`;
}
