import { AppError } from '../../shared/errors.ts';
import { askSite } from '../identity/site-client.ts';
import type { Replica } from '../replica/replica.ts';
import { exit } from './exit.ts';
import { openDesk } from '../desk/open.ts';
import { print, printJson, readPassword, printError } from './run.ts';

/** `benchside login`: binds a desk's data folder to a site and a person. */
export async function login(options: {
  data: string;
  site: string;
  email: string;
  passwordStdin?: boolean;
  appId?: string;
  json?: boolean;
}): Promise<void> {
  const password = await readPassword(options.passwordStdin);
  const { core, site, close } = openDesk(options.data, options.site);
  const { store, identity } = core.ctx;
  try {
    await refuseOtherSite(store, site);
    if (options.appId !== undefined) store.transact(null, (s) => s.meta.set('app-id', options.appId));
    const request = new Request('benchside://desk/api/2.0/user/token', { method: 'POST' });
    const { userid, username } = await identity.signIn({ email: options.email, password }, request);
    store.transact(null, (s) => {
      s.meta.set('site-url', site);
      s.meta.set('current_person', userid);
    });
    if (options.json) printJson({ userid, username, site });
    else print(`Signed in as ${username} at ${site}.`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'unauthorized') {
      throw new AppError(
        'unauthorized',
        'E-mail address or password is not right. Check both and try again.',
        {},
        error,
      );
    }
    if (error.details.errors?.some(({ field }) => field === 'X-App-Id')) {
      throw new AppError(
        'invalid',
        `The site signs in only through applications it knows (${error.message}). Ask its admins for an application ` +
          'id and give it with --app-id.',
        {},
        error,
      );
    }
    if (error.code !== 'unavailable') throw error;
    printError(`benchside: ${error.message}`);
    // If something else answers at this address, that is a different problem.
    const { kind } = await askSite(site, 'GET /guides?limit=1');
    process.exitCode = kind === 'unreachable' ? exit.unreachable : exit.failed;
  } finally {
    await close();
  }
}

/** Refuses a sign-in to another site, because ids differ between sites. A hub may move and stays the same site. */
async function refuseOtherSite(store: Replica, site: string): Promise<void> {
  const { bound, siteid } = store.read(null, (s) => ({
    bound: s.meta.get<string>('site-url'),
    siteid: s.meta.siteid,
  }));
  if (bound === undefined || bound === site) return;
  const info = await askSite(site, 'GET /benchside/info');
  if (info.kind === 'unreachable')
    throw new AppError('unavailable', `The hub at ${site} cannot be reached: ${info.reason}.`);
  const body = info.kind === 'answered' ? info.body : null;
  if (
    siteid !== undefined &&
    typeof body === 'object' &&
    body !== null &&
    'siteid' in body &&
    body.siteid === siteid
  )
    return;
  throw new AppError(
    'incompatible',
    `This data folder belongs to the site at ${bound}, and two sites are never mixed. Use another folder for ${site}, with --data.`,
  );
}
