import { noteAccepted } from '../store/users/people.ts';
import { RemoteError } from './remote.ts';
import type { PersonToken, Round } from './round.ts';

/** The site does not take this person's token: the rest of the round goes on without them. */
export function refuse(round: Round, refused: PersonToken): void {
  round.refusedNow.add(refused.userid);
  round.people = round.people.filter((person) => person !== refused);
  round.refused(refused);
}

/**
 * Asks the site under each person's token whether it takes it (SPEC.md, A1). What everybody may read it gives for a token that
 * has ended, too, so that a round may come and go without a refusal.
 */
export async function checkSignIns(round: Round): Promise<void> {
  const { people, remote, store } = round;
  const taken: number[] = [];
  const ask = async (person: PersonToken): Promise<void> => {
    try {
      await remote.get('/user', person.token);
      taken.push(person.userid);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      if (error.kind === 'unauthorized') refuse(round, person);
      else if (error.kind === 'offline' || error.kind === 'throttled') throw error;
      // A site that answers this in a way of its own says nothing about the sign-in.
      else round.log.debug({ err: error, userid: person.userid }, 'the site does not say who is signed in');
    }
  };
  for (const person of people) await ask(person);
  if (taken.length > 0) store.transact(null, (s) => noteAccepted(s, taken));
}
