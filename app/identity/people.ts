import type { Actor } from '../store/actor.ts';
import type { Replica } from '../replica/replica.ts';
import { allPeople, personRow, putPerson, refusePerson } from '../replica/desk-people/people.ts';
import { reactivatePerson } from '../replica/desk-people/deactivation.ts';
import { hashPassword } from './password.ts';
import type { SiteUser } from './site-user.ts';
import { hashToken, userAgentOf } from './token.ts';
import type { Vault } from './vault.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Returns the person who last signed in through this desk's window. */
export function currentPerson(store: Replica): Actor | null {
  return store.read(null, (s) => {
    const userid = s.meta.get<number | null>('current_person');
    return typeof userid === 'number' ? s.users.actor(userid) : null;
  });
}

/** Returns the site tokens that can be used now, most recent sign-in first. */
export function siteTokens(store: Replica, vault: Vault): { userid: number; email: string; token: string }[] {
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
 * Marks a token as refused by the site: its owner cannot unlock this desk until they sign in at the site. Does nothing if they
 * have a newer token.
 */
export function markTokenRefused(store: Replica, vault: Vault, { userid, token }: SiteToken): void {
  store.transact(null, (s) => {
    const sealed = personRow(s, userid)?.token;
    if (sealed && vault.open(sealed) === token) refusePerson(s, userid);
  });
}

/**
 * Stores a token from the site as one of this desk's; with credentials its owner can sign in here offline from now on. Without
 * credentials an admin impersonates the person, whose own token and password here stay.
 */
export async function rememberPerson(
  store: Replica,
  vault: Vault,
  { summary, profile, token }: SiteUser,
  request: Request,
  credentials?: Credentials,
): Promise<void> {
  const { userid } = summary;
  const verifier = credentials && (await hashPassword(credentials.password));
  store.transact(null, (s) => {
    const email = credentials ? { email: credentials.email } : {};
    // A profile with pending edits stays as shown; the next round merges them. A profile from a hub's feed stays, too: this answer may be
    // older, because sync runs while the password is hashed.
    const isTold = !s.meta.hasForeignRules && typeof s.users.row(userid)?.remote === 'string';
    if (isTold || s.journal.isPending('user', userid))
      s.users.putRemote({ ...s.users.summary(userid), privileges: summary.privileges }, email);
    else s.users.putRemote(summary, { ...profile, ...email });
    reactivatePerson(s, userid);
    s.sessions.add({ userid, tokenHash: hashToken(token), userAgent: userAgentOf(request) });
    const known = personRow(s, userid);
    if (!credentials && known?.token && vault.open(known.token) !== undefined) return;
    putPerson(s, {
      userid,
      email: credentials?.email ?? known?.email ?? `impersonated ${userid}`,
      // No password matches an empty verifier.
      verifier: verifier ?? known?.verifier ?? '',
      token: vault.seal(token),
      durable: vault.durable,
      proved: credentials !== undefined,
    });
  });
}
