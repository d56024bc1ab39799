import type { Core } from '../core.ts';
import { currentPerson, siteTokens } from '../identity/people.ts';
import type { Vault } from '../identity/vault.ts';
import { allPeople } from '../replica/desk-people/people.ts';
import { windowFetch } from '../http/desk-window.ts';

export interface TrialCredentials {
  email: string;
  password: string;
}

/**
 * Signs the sample workshop's technician in at a trial desk, as if at its window. Does nothing if that person signed out or
 * another one signed in.
 *
 * @returns why it failed, in words; `undefined` otherwise
 */
export async function signInForTrial(
  core: Core,
  vault: Vault,
  person: TrialCredentials,
): Promise<string | undefined> {
  const { store } = core.ctx;
  const known = store.read(null, allPeople);
  const now = currentPerson(store);
  const wanted =
    known.length === 0 || known.some(({ userid, email }) => userid === now?.userid && email === person.email);
  if (!wanted || siteTokens(store, vault).some(({ userid }) => userid === now?.userid)) return undefined;
  const response = await windowFetch(core)(
    new Request('benchside://desk/api/2.0/user/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person),
    }),
  );
  return response.ok ? undefined : ((await response.json()) as { message: string }).message;
}
