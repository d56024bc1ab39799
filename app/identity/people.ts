import type { Actor } from '../store/actor.ts';
import type { Store } from '../store/store.ts';
import { allPeople, dropPersonToken } from '../store/users/people.ts';
import type { Vault } from './vault.ts';

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
