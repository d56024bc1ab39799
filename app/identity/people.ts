import type { Actor } from '../store/actor.ts';
import type { Store } from '../store/store.ts';
import { allPeople, dropPersonToken, personRow, putPerson } from '../store/users/people.ts';
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

/** The site refused this person's token: it is not tried again; signing in brings a new one. */
export function markTokenRefused(store: Store, userid: number): void {
  store.transact(null, (s) => dropPersonToken(s, userid));
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
    });
  });
}
