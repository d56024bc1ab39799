import { randomBytes, timingSafeEqual } from 'node:crypto';

import { AppError, forbidden, unauthorized, unavailable } from '../../shared/errors.ts';
import type { User } from '../../shared/model/user.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../store/actor.ts';
import type { Store } from '../store/store.ts';
import {
  dropPersonToken,
  hasUnsentEdits,
  personByEmail,
  personRow,
  putPerson,
} from '../store/users/people.ts';
import type { SyncHandle } from '../sync/handle.ts';
import { forwardToSite } from './forward.ts';
import { hashToken, invalidLogin, peerOf, startSession, tokenOf } from './hub.ts';
import type { Identity } from './identity.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { currentPerson, markTokenRefused } from './people.ts';
import { SignInLimit } from './sign-in-limit.ts';
import { askSite, messageOf } from './site-client.ts';
import { readSiteUser } from './site-user.ts';
import type { SiteUser } from './site-user.ts';
import type { Vault } from './vault.ts';

interface Credentials {
  email: string;
  password: string;
}

/** People sign in at the site; who has done so once can sign in here without it. */
export function deskIdentity(config: Config, store: Store, vault: Vault, sync: SyncHandle): Identity {
  const limit = new SignInLimit();
  const isWindow = windowCheck(store);

  const signIn = async ({ email, password }: Credentials, request: Request): Promise<User> => {
    const { site } = config;
    if (site === undefined)
      throw unavailable('This desk belongs to no site yet. Set the address of the site first.');
    const answer = await askSite(site, 'POST /user/token', {
      json: { email, password },
      appId: request.headers.get('X-App-Id'),
    });
    if (answer.kind !== 'answered') return offline({ email, password }, noAnswer(site, answer));
    const { status, body } = answer;
    if (status === 401) throw unauthorized(messageOf(body) ?? 'Invalid login');
    if (status === 403) throw forbidden(messageOf(body) ?? 'The site does not let you sign in.');
    if (status === 422) throw new AppError('invalid', messageOf(body) ?? 'The site does not accept this.');
    const user = status < 300 ? readSiteUser(body, site) : undefined;
    if (!user) throw notASite(site, messageOf(body) ?? `it answered with status ${status} and no user`);
    return online({ email, password }, user);
  };

  /** The site's own token becomes one of this desk's. */
  const online = async ({ email, password }: Credentials, user: SiteUser): Promise<User> => {
    const verifier = await hashPassword(password);
    store.transact(null, (s) => {
      s.users.putRemote(user.summary, { ...user.profile, email });
      const { userid } = user.summary;
      const token = vault.seal(user.token);
      putPerson(s, { userid, email, verifier, token, durable: vault.durable });
      s.users.addSession(userid, hashToken(user.token));
    });
    sync.request({});
    return user.answer;
  };

  const offline = async ({ email, password }: Credentials, reason: AppError): Promise<User> => {
    const person = store.read(null, (s) => personByEmail(s, email));
    if (!person) throw reason;
    const actor = store.read(null, (s) => s.users.actor(person.userid));
    if (!(await verifyPassword(password, person.verifier)) || !actor) throw invalidLogin();
    return startSession(store, actor);
  };

  const siteToken = (userid: number): string | undefined => {
    const sealed = store.read(null, (s) => personRow(s, userid))?.token;
    return sealed ? vault.open(sealed) : undefined;
  };

  return {
    keepsSignIn: vault.durable,
    viewerOf: (request) => {
      const token = tokenOf(request);
      if (token) return store.read(null, (s) => s.users.actorOfToken(hashToken(token)));
      return isWindow(request) && !request.headers.has('Authorization') ? currentPerson(store) : null;
    },
    signIn: (credentials, request) => {
      const now = store.read(null, (s) => s.now);
      return limit.guard(credentials.email, peerOf(request), now, async () => {
        const user = await signIn(credentials, request);
        if (isWindow(request)) {
          store.transact(null, (s) => {
            s.meta.set('current_person', user.userid);
            s.meta.set('window_session', hashToken(user.authToken ?? ''));
          });
        }
        return user;
      });
    },
    signOut: async (request, actor) => {
      const given = tokenOf(request);
      const ofSite = siteToken(actor.userid);
      const told = store.transact(actor, (s) => {
        const ended = given ? hashToken(given) : s.meta.get<string | null>('window_session');
        if (ended) s.users.endSession(ended);
        if (isWindow(request) && s.meta.get<number | null>('current_person') === actor.userid) {
          s.meta.set('current_person', null);
          s.meta.set('window_session', null);
        }
        if (!ofSite || hashToken(ofSite) !== ended) return given;
        // What this person did is sent under this token: it lives on here until all has arrived.
        if (hasUnsentEdits(s, actor.userid)) return undefined;
        dropPersonToken(s, actor.userid);
        return ofSite;
      });
      // Nobody waits for a site that may be out of reach; `askSite` never rejects.
      if (told && config.site)
        void askSite(config.site, 'DELETE /user/token', { token: told, timeoutMs: 5_000 });
    },
    forward: (actor: Actor, change) =>
      forwardToSite(config.site, siteToken(actor.userid), change, () =>
        markTokenRefused(store, actor.userid),
      ),
  };
}

/** Requests of the desk's own window carry a key that never leaves this machine. */
function windowCheck(store: Store): (request: Request) => boolean {
  const key = store.read(null, (s) => s.meta.get<string>('window_key')) ?? makeWindowKey(store);
  const expected = Buffer.from(hashToken(key));
  return (request) => {
    const given = request.headers.get('X-Benchside-Window');
    return given !== null && timingSafeEqual(Buffer.from(hashToken(given)), expected);
  };
}

function makeWindowKey(store: Store): string {
  const key = randomBytes(32).toString('hex');
  store.transact(null, (s) => s.meta.set('window_key', key));
  return key;
}

function noAnswer(
  site: string,
  { kind, reason }: { kind: 'unreachable' | 'not-a-site'; reason: string },
): AppError {
  if (kind === 'not-a-site') return notASite(site, reason);
  return unavailable(
    `The site at ${new URL(site).host} cannot be reached: ${reason}. You have not signed in at this desk before, so it ` +
      'cannot know you. Connect it to the network and sign in once; afterwards that works without.',
  );
}

const notASite = (site: string, reason: string): AppError =>
  unavailable(`${site} is not the address of an API 2.0 site: ${reason}. Check the address in the settings.`);
