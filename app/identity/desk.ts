import { randomBytes, timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

import { AppError, forbidden, invalid, unauthorized, unavailable } from '../../shared/errors.ts';
import type { User } from '../../shared/model/user.ts';
import type { Config } from '../config.ts';
import { labelTransaction } from '../failpoint.ts';
import type { Logger } from '../log.ts';
import { isFlagSet } from '../parse-input.ts';
import type { Actor } from '../store/actor.ts';
import type { Replica } from '../replica/replica.ts';
import { noteAge } from '../replica/desk-people/desk-age.ts';
import { historyOf } from '../replica/seen-points.ts';
import { dropPersonToken, hasUnsentEdits, personByEmail, personRow } from '../replica/desk-people/people.ts';
import type { SyncHandle } from '../sync/handle.ts';
import { limitSignIn } from './attempt-limit.ts';
import { awayFrom, forgetHiddenWork, handOver } from './hand-over.ts';
import { invalidLogin } from './hub.ts';
import type { Identity } from './identity.ts';
import { Kiosk } from './kiosk.ts';
import { verifyPassword } from './password.ts';
import { currentPerson, rememberPerson, markTokenRefused, siteTokens } from './people.ts';
import type { Credentials } from './people.ts';
import { forwardToSite } from './forward-to-site.ts';
import { Sessions, startSession } from './sessions.ts';
import { askSite, siteMessage } from './site-client.ts';
import { readSiteUser } from './site-user.ts';
import { hashToken, peerOf, tokenOf } from './token.ts';
import { unsignedBy } from '../replica/desk-people/unsigned-edits.ts';
import { requireTrust } from './trust.ts';
import type { Vault } from './vault.ts';

export interface DeskParts {
  config: Config;
  store: Replica;
  vault: Vault;
  sync: SyncHandle;
  log: Logger;
  /** The program was started as a kiosk; the setting does not matter then. */
  kiosk: boolean;
}

const appIdRefused = z.object({ errors: z.array(z.object({ field: z.literal('X-App-Id') })).min(1) });
const namesAppId = (body: unknown): boolean => appIdRefused.safeParse(body).success;

/** Milliseconds between notes of the time that has passed, if nothing else notes it. */
const ageEveryMs = 15 * 60_000;

/** Returns the identity of a desk: people sign in at the site, and later at this desk without it. */
export function deskIdentity({ config, store, vault, sync, log, kiosk: always }: DeskParts): Identity {
  const sessions = new Sessions(store, log);
  const ageing = setInterval(() => {
    try {
      store.note(noteAge);
    } catch (error) {
      log.warn({ err: error }, 'the age of this desk could not be stored; it is tried again');
    }
  }, ageEveryMs).unref();
  const windowKey = randomBytes(32).toString('hex');
  const isWindow = windowCheck(windowKey);

  const signIn = async (credentials: Credentials, request: Request): Promise<User> => {
    const { site } = config;
    if (site === undefined)
      throw unavailable('This desk belongs to no hub yet. Set the address of the hub first.');
    const appId = appIdOf(request);
    const answer = await askSite(site, 'POST /user/token', { json: credentials, appId });
    if (answer.kind !== 'answered') return offline(credentials, request, noAnswer(site, answer));
    const { status, body } = answer;
    // Third-party sites answer 400 to an unknown application (CONTRACT 3.3).
    if (status === 400 || (status === 422 && namesAppId(body)))
      throw invalid('X-App-Id', siteMessage(body) ?? 'Invalid app id');
    if (status === 401) throw unauthorized(siteMessage(body) ?? 'Invalid login');
    if (status === 403) throw forbidden(siteMessage(body) ?? 'The hub does not let you sign in.');
    if (status === 422) throw new AppError('invalid', siteMessage(body) ?? 'The hub does not accept this.');
    const user = status < 300 ? readSiteUser(body, site) : undefined;
    if (!user) throw notASite(site, siteMessage(body) ?? `it answered with status ${status} and no user`);
    await rememberPerson(store, vault, user, request, credentials);
    sync.request({});
    return user.answer;
  };

  const offline = async (
    { email, password }: Credentials,
    request: Request,
    reason: AppError,
  ): Promise<User> => {
    const person = store.read(null, (s) => personByEmail(s, email));
    if (!person) throw reason;
    const actor = store.read(null, (s) => s.users.actor(person.userid));
    if (!(await verifyPassword(password, person.verifier)) || !actor) throw invalidLogin();
    requireTrust(store, person.userid);
    return startSession(store, actor, request);
  };

  const siteToken = (userid: number): string | undefined => {
    const sealed = store.read(null, (s) => personRow(s, userid))?.token;
    return sealed ? vault.open(sealed) : undefined;
  };

  /** Returns the application id that sites with public registration require: the request's, or this desk's. */
  const appIdOf = (request: Request): string | null =>
    request.headers.get('X-App-Id') ?? store.read(null, (s) => s.meta.get<string>('app-id')) ?? null;

  const send = (): void => sync.request({ edit: true });

  const setWindowPerson = ({ userid, authToken }: Pick<User, 'userid' | 'authToken'>): void => {
    const before = currentPerson(store);
    if (before && before.userid !== userid && kiosk.isActive && handOver(store, before)) send();
    const away = store.read(null, awayFrom);
    if (away && away.userid !== userid) forgetHiddenWork(store);
    store.transact(null, (s) => {
      labelTransaction('sit down');
      s.meta.set('current_person', userid);
      s.meta.set('window_session', authToken === undefined ? null : hashToken(authToken));
    });
  };

  const kiosk = new Kiosk({
    store,
    dataDir: config.dataDir,
    always,
    isWindow,
    unsigned: () => unsignedBy(store, () => siteTokens(store, vault).map(({ userid }) => userid)),
    enter: async (actor, request) => {
      if (!isWindow(request)) return startSession(store, actor, request);
      setWindowPerson(actor);
      return store.read(actor, (s) => s.users.user(actor.userid));
    },
    send,
  });

  return {
    keepsSignIn: vault.durable,
    keeper: vault.keeper,
    windowKey,
    isWindow,
    kiosk,
    viewerOf: (request) => {
      const token = tokenOf(request);
      if (token) return sessions.viewerOf(token);
      if (!isWindow(request) || request.headers.has('Authorization')) return null;
      const person = currentPerson(store);
      return isMeantFor(person, request) ? person : null;
    },
    signIn: (credentials, request) =>
      limitSignIn(store, credentials.email, peerOf(request), async () => {
        const user = await signIn(credentials, request);
        if (isWindow(request)) setWindowPerson(user);
        return user;
      }),
    signOut: async (request, actor) => {
      const given = tokenOf(request);
      const ofSite = siteToken(actor.userid);
      const told = store.transact(actor, (s) => {
        const ended = given ? hashToken(given) : s.meta.get<string | null>('window_session');
        if (ended) s.sessions.end(ended);
        if (isWindow(request) && s.meta.get<number | null>('current_person') === actor.userid) {
          s.meta.set('current_person', null);
          s.meta.set('window_session', null);
        }
        if (!ofSite || hashToken(ofSite) !== ended) return given;
        // This person's edits are sent with this token, so it stays valid until all have arrived.
        if (hasUnsentEdits(s, actor.userid)) return undefined;
        dropPersonToken(s, actor.userid);
        return ofSite;
      });
      // Not awaited, since the site may be out of reach; `askSite` never rejects.
      if (told && config.site)
        void askSite(config.site, 'DELETE /user/token', { token: told, timeoutMs: 5_000 });
    },
    forward: async (forwarded, viewer) => {
      const { request } = forwarded;
      const token = viewer ? siteToken(viewer.userid) : undefined;
      const { status, body } = await forwardToSite(forwarded, {
        site: config.site,
        token,
        appId: appIdOf(request),
        history: store.read(null, historyOf),
        onRefused: () => {
          if (viewer && token !== undefined) markTokenRefused(store, vault, { userid: viewer.userid, token });
        },
      });
      const user = config.site && status < 300 ? readSiteUser(body, config.site) : undefined;
      if (user) {
        const { data: credentials } = withCredentials.safeParse(forwarded.body);
        await rememberPerson(store, vault, user, request, credentials);
        sync.request({});
        // If a signed-in person creates an account for another, the window stays theirs.
        const isOfAnother =
          viewer !== null && credentials !== undefined && viewer.userid !== user.answer.userid;
        if (isWindow(request) && !isOfAnother) setWindowPerson(user.answer);
      }
      const indent = isFlagSet(new URL(request.url).searchParams.get('pretty')) ? 2 : undefined;
      return new Response(body === null ? null : JSON.stringify(body, null, indent), {
        status,
        headers: body === null ? {} : { 'Content-Type': 'application/json; charset=utf-8' },
      });
    },
    close: async () => {
      clearInterval(ageing);
      sessions.close();
    },
  };
}

/** Returns whether a request is meant for this person: a late request of the person before must not count as theirs. */
function isMeantFor(person: Actor | null, request: Request): boolean {
  const meant = request.headers.get('X-Benchside-Person');
  return meant === null || request.method === 'GET' || Number(meant) === person?.userid;
}

const withCredentials = z.object({ email: z.string(), password: z.string() });

/** Returns a check for requests of the desk's own window, which carry a key that never leaves this process. */
function windowCheck(key: string): (request: Request) => boolean {
  const expected = Buffer.from(hashToken(key));
  return (request) => {
    const given = request.headers.get('X-Benchside-Window');
    return given !== null && timingSafeEqual(Buffer.from(hashToken(given)), expected);
  };
}

function noAnswer(
  site: string,
  { kind, reason }: { kind: 'unreachable' | 'not-a-site'; reason: string },
): AppError {
  if (kind === 'not-a-site') return notASite(site, reason);
  return unavailable(
    `The hub at ${new URL(site).host} cannot be reached: ${reason}. You have not signed in at this desk before, so it ` +
      'cannot check your password. Connect it to the network and sign in once; afterwards you can sign in offline.',
  );
}

const notASite = (site: string, reason: string): AppError =>
  unavailable(
    `${site} is not the address of an API 2.0 site: ${reason}. Check the address in the settings. If it is right, this network may want you to sign in first: open a web page in a browser.`,
  );
