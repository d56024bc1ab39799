import { createHash, randomBytes } from 'node:crypto';

import { unauthorized } from '../../shared/errors.ts';
import type { User } from '../../shared/model/user.ts';
import type { Actor } from '../store/actor.ts';
import type { Store } from '../store/store.ts';
import type { Identity } from './identity.ts';
import { verifyPassword } from './password.ts';
import { SignInLimit } from './sign-in-limit.ts';

/** Tokens are kept hashed: a copy of the database signs nobody in. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** 32 lowercase hex digits (fact sheet 2). */
export const newToken = (): string => randomBytes(16).toString('hex');

/** The token of `Authorization: api <token>`; the scheme's name in any case. */
export function tokenOf(request: Request): string | undefined {
  return /^api\s+(\S+)$/i.exec(request.headers.get('Authorization')?.trim() ?? '')?.[1];
}

/** The caller's address, which whoever mounts the core on a network puts here and nobody else may. */
export const peerOf = (request: Request): string => request.headers.get('X-Benchside-Peer') ?? '';

export const invalidLogin = () => unauthorized('Invalid login');

/** The user with a token of ours that has just been made (fact sheet 2). */
export function startSession(store: Store, actor: Actor, token: string = newToken()): User {
  return store.transact(actor, (s) => {
    s.users.addSession(actor.userid, hashToken(token));
    return { ...s.users.user(actor.userid), authToken: token };
  });
}

export function hubIdentity(store: Store): Identity {
  const limit = new SignInLimit();
  return {
    keepsSignIn: true,
    viewerOf: (request) => {
      const token = tokenOf(request);
      return token ? store.read(null, (s) => s.users.actorOfToken(hashToken(token))) : null;
    },
    signIn: ({ email, password }, request) => {
      const { now, row } = store.read(null, (s) => ({ now: s.now, row: s.users.findByEmail(email) }));
      return limit.guard(email, peerOf(request), now, async () => {
        const proved = await verifyPassword(password, row?.password ?? null);
        const actor = row && proved ? store.read(null, (s) => s.users.actor(row.userid)) : null;
        if (!actor) throw invalidLogin();
        return startSession(store, actor);
      });
    },
    signOut: async (request, actor) => {
      const token = tokenOf(request);
      if (token) store.transact(actor, (s) => s.users.endSession(hashToken(token)));
    },
    forward: async () => undefined,
  };
}
