import type { ReplicaReader } from '../replica/replica.ts';
import { RemoteError } from './remote.ts';
import type { PersonToken, Round } from './round.ts';

/** Handles a refused token: the rest of the round goes on without that person. */
export function handleRefusedToken(round: Round, refused: PersonToken): void {
  round.refusedNow.add(refused.userid);
  round.people = round.people.filter((person) => person !== refused);
  round.refused(refused);
}

/**
 * Returns whether any edit waits to be sent. Edits are sent before a hub's feed is read, and a failed push may end the round
 * before the feed shows which tokens are accepted.
 */
export const hasUnsent = (s: ReplicaReader): boolean =>
  s.journal.waiting().some(({ pending, sending }) => pending + sending > 0);

/**
 * Checks each person's token with the site (SPEC A1), unless it was accepted in this round already. A site serves public content
 * for an ended token too, so other requests may not reveal it.
 */
export async function checkSignIns(round: Round): Promise<void> {
  const { people, remote, takenNow } = round;
  const ask = async (person: PersonToken): Promise<void> => {
    try {
      await remote.get('/user', person.token);
      takenNow.add(person.userid);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      if (error.kind === 'unauthorized') handleRefusedToken(round, person);
      else if (error.kind === 'offline' || error.kind === 'throttled') throw error;
      // Any other answer says nothing about the sign-in.
      else round.log.debug({ err: error, userid: person.userid }, 'the site does not say who is signed in');
    }
  };
  for (const person of people) if (!takenNow.has(person.userid)) await ask(person);
}

/** Returns whether the site still accepts a person's sign-in, though it has refused it for one thing. */
export async function acceptsSignIn({ remote }: Round, { token }: PersonToken): Promise<boolean> {
  try {
    await remote.get('/user', token);
    return true;
  } catch (error) {
    if (!(error instanceof RemoteError) || error.kind === 'offline' || error.kind === 'throttled')
      throw error;
    return false;
  }
}

/** Checks the tokens that an interrupted round has not checked. Without a connection the next round does. */
export async function checkLeftSignIns(round: Round): Promise<void> {
  try {
    await checkSignIns(round);
  } catch (error) {
    round.log.info({ err: error }, 'the site could not be asked about sign-ins');
  }
}
