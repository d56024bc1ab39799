import { unauthorized } from '../../shared/errors.ts';
import type { Replica } from '../replica/replica.ts';
import { ageOf, noteAge } from '../replica/desk-people/desk-age.ts';
import { personRow } from '../replica/desk-people/people.ts';

const day = 86_400;

/**
 * Allows a PIN, badge or offline password only while the site has not refused the person's sign-in and has accepted it within the
 * number of days that it sets (SPEC A1, A2).
 *
 * @throws AppError `unauthorized`
 */
export function requireTrust(store: Replica, userid: number): void {
  store.note(noteAge);
  const { person, age, days } = store.read(null, (s) => ({
    person: personRow(s, userid),
    age: ageOf(s),
    days: s.meta.site.offlineDays,
  }));
  if (!person) return;
  if (person.accepted_age === null)
    throw unauthorized('The hub has ended this sign-in. Sign in with your password while it can be reached.');
  if (age - person.accepted_age > days * day)
    throw unauthorized(
      `The hub has not confirmed this sign-in for ${days} days. Sign in with your password while it can be reached.`,
    );
}
