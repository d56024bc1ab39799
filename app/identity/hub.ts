import { unauthorized } from '../../shared/errors.ts';
import type { Logger } from '../log.ts';
import type { Replica, ReplicaReader } from '../replica/replica.ts';
import { requireAppId } from './app-id.ts';
import { limitSignIn } from './attempt-limit.ts';
import type { Identity } from './identity.ts';
import { verifyPassword } from './password.ts';
import { Sessions, startSession } from './sessions.ts';
import { hashToken, peerOf, tokenOf } from './token.ts';

export { hashToken, newToken } from './token.ts';

export const invalidLogin = () => unauthorized('Invalid login');

export function hubIdentity(store: Replica, log: Logger): Identity {
  const sessions = new Sessions(store, log);
  return {
    keepsSignIn: true,
    isWindow: () => false,
    viewerOf: (request) => {
      const token = tokenOf(request);
      return token ? sessions.viewerOf(token) : null;
    },
    signIn: async ({ email, password }, request) => {
      requireAppId(store, request);
      return limitSignIn(store, email, peerOf(request), async () => {
        const row = store.read(null, (s) => s.users.findByEmail(email));
        const proved = await verifyPassword(password, row?.password ?? null);
        const actor = row && proved ? store.read(null, (s) => s.users.actor(row.userid)) : null;
        if (!actor) throw invalidLogin();
        // A new password ends all sign-ins, so the former one must not start another after it.
        const stillProved = (s: ReplicaReader): void => {
          if (s.users.row(actor.userid)?.password !== row?.password) throw invalidLogin();
        };
        return startSession(store, actor, request, { stillProved });
      });
    },
    signOut: async (request, actor) => {
      const token = tokenOf(request);
      if (token) store.transact(actor, (s) => s.sessions.end(hashToken(token)));
    },
    close: async () => sessions.close(),
  };
}
