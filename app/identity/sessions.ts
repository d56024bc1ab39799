import type { User } from '../../shared/model/user.ts';
import type { Logger } from '../log.ts';
import { editKeyOf } from '../edit-key.ts';
import type { Actor, Viewer } from '../store/actor.ts';
import type { Replica, ReplicaReader } from '../replica/replica.ts';
import { hashToken, newToken, userAgentOf } from './token.ts';

const flushMs = 60_000;

interface SessionStart {
  /** The admin who impersonates this person. */
  impersonatedBy?: number;
  /** Throws if what the person proved is no longer so: it may have changed while it was checked. */
  stillProved?: (s: ReplicaReader) => void;
}

/** Starts a session. @returns the user with the new token (CONTRACT 3.1) */
export function startSession(
  store: Replica,
  actor: Actor,
  request: Request,
  { impersonatedBy, stillProved }: SessionStart = {},
): User {
  const authToken = newToken();
  return store.transact(actor, (s) => {
    stillProved?.(s);
    const tokenHash = hashToken(authToken);
    s.sessions.add({
      userid: actor.userid,
      tokenHash,
      editKey: editKeyOf(authToken),
      userAgent: userAgentOf(request),
      impersonatedBy,
    });
    return { ...s.users.user(actor.userid), authToken };
  });
}

/** Finds the owner of a token. The times of last use are written once a minute, so that no request waits for it. */
export class Sessions {
  private readonly store: Replica;
  private readonly log: Logger;
  private readonly used = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;

  constructor(store: Replica, log: Logger) {
    this.store = store;
    this.log = log;
    this.timer = setInterval(() => this.flush(), flushMs).unref();
  }

  viewerOf(token: string): Viewer {
    const hash = hashToken(token);
    return this.store.read(null, (s) => {
      const actor = s.sessions.actorOf(hash);
      if (actor) this.used.set(hash, s.now);
      return actor;
    });
  }

  flush(): void {
    if (this.used.size === 0) return;
    try {
      this.store.note((s) => s.sessions.touch(this.used));
      this.used.clear();
    } catch (error) {
      this.log.warn(
        { err: error },
        'the times when tokens were last used could not be stored; it is tried again',
      );
    }
  }

  close(): void {
    clearInterval(this.timer);
    this.flush();
  }
}
