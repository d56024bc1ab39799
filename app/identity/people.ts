import type { Actor } from '../store/actor.ts';
import type { Store } from '../store/store.ts';
import { allPeople, personRow, putPerson, refusePerson } from '../store/users/people.ts';
import { letIn } from '../store/users/shut-out.ts';
import { hashPassword } from './password.ts';
import type { SiteUser } from './site-user.ts';
import { hashToken, userAgentOf } from './token.ts';
import type { Vault } from './vault.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** The person at this desk's window, by the last sign-in made through it. */
export function currentPerson(store: Store): Actor | null {
  return store.read(null, (s) => {
    const userid = s.meta.get<number | null>('current_person');
    return typeof userid === 'number' ? s.users.actor(userid) : null;
  });
}

/** Tokens of the site that can be used now, most recent sign-in first. */
export function siteTokens(store: Store, vault: Vault): { userid: number; email: string; token: string }[] {
  return store.read(null, allPeople).flatMap(({ userid, email, token: sealed }) => {
    const token = sealed && vault.open(sealed);
    return token ? [{ userid, email, token }] : [];
  });
}

export interface SiteToken {
  userid: number;
  token: string;
}

/**
 * The site refused this token: nothing at this desk lets its owner in until they sign in at the site. One that a person got
 * meanwhile by signing in again stays, and so does all else.
 */
export function markTokenRefused(store: Store, vault: Vault, { userid, token }: SiteToken): void {
  store.transact(null, (s) => {
    const sealed = personRow(s, userid)?.token;
    if (sealed && vault.open(sealed) === token) refusePerson(s, userid);
  });
}

/**
 * A token the site has given becomes one of this desk's, and its owner can sign in here from now on. Without
 * credentials an admin acts in somebody's place: that person's own token and password here stay as they are.
 */
export async function knowPerson(
  store: Store,
  vault: Vault,
  { summary, profile, token }: SiteUser,
  request: Request,
  credentials?: Credentials,
): Promise<void> {
  const { userid } = summary;
  const verifier = credentials && (await hashPassword(credentials.password));
  store.transact(null, (s) => {
    const email = credentials ? { email: credentials.email } : {};
    // A profile with edits that the site does not have stays as it is shown here; the next round merges them.
    if (s.journal.isPending('user', userid))
      s.users.putRemote({ ...s.users.summary(userid), privileges: summary.privileges }, email);
    else s.users.putRemote(summary, { ...profile, ...email });
    letIn(s, userid);
    s.sessions.add({ userid, tokenHash: hashToken(token), userAgent: userAgentOf(request) });
    const known = personRow(s, userid);
    if (!credentials && known?.token && vault.open(known.token) !== undefined) return;
    putPerson(s, {
      userid,
      email: credentials?.email ?? known?.email ?? `impersonated ${userid}`,
      // Nothing verifies against an empty one.
      verifier: verifier ?? known?.verifier ?? '',
      token: vault.seal(token),
      durable: vault.durable,
      proved: credentials !== undefined,
    });
  });
}
