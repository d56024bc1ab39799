import { isEdit } from '../journal/entry.ts';
import { builder, listOf, sql } from '../../store/sql.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica.ts';
import { noteAge } from './desk-age.ts';

/** A person who signed in at this desk. */
export interface PersonRow {
  userid: number;
  email: string;
  verifier: string;
  token: Buffer | null;
  signed_in_date: number;
  /** Age of the desk in seconds when the site last accepted the token; null once it refused it. */
  accepted_age: number | null;
}

const columns = ['userid', 'email', 'verifier', 'token', 'signed_in_date', 'accepted_age'] as const;

export const personByEmail = (s: ReplicaReader, email: string): PersonRow | undefined =>
  s.db.one(builder.selectFrom('desk_person').select(columns).where('email', '=', email));

export const personRow = (s: ReplicaReader, userid: number): PersonRow | undefined =>
  s.db.one(builder.selectFrom('desk_person').select(columns).where('userid', '=', userid));

/** Returns people, most recent sign-in first. */
export const allPeople = (s: ReplicaReader): PersonRow[] =>
  s.db.all(
    builder.selectFrom('desk_person').select(columns).orderBy('signed_in_date', 'desc').orderBy('userid'),
  );

/** @param person with a new token of the site; `proved` if they gave their password */
export function putPerson(
  s: ReplicaWriter,
  person: {
    userid: number;
    email: string;
    verifier: string;
    token: Buffer;
    durable: boolean;
    proved: boolean;
  },
): void {
  const { userid, email, verifier, token, durable, proved } = person;
  const age = noteAge(s);
  // The address now belongs to another account; the old account's row stays for its unsent edits.
  s.db.run(sql`UPDATE desk_person SET email = 'former-' || userid || ' ' || email
     WHERE email = ${email} AND userid <> ${userid}`);
  const values = {
    email,
    verifier,
    token,
    sealed: durable ? (1 as const) : (0 as const),
    signed_in_date: s.now,
    ...(proved ? { accepted_age: age } : {}),
  };
  s.db.run(
    builder
      .insertInto('desk_person')
      .values({ userid, ...values })
      .onConflict((c) => c.column('userid').doUpdateSet(values)),
  );
}

/** Records that the site accepted the tokens of these people, except of those it refused, who must sign in first. */
export function noteAccepted(s: ReplicaWriter, userids: readonly number[]): void {
  s.db.run(sql`UPDATE desk_person SET accepted_age = ${noteAge(s)} WHERE accepted_age IS NOT NULL
     AND userid IN ${listOf(userids)}`);
}

/** Handles the site's refusal of a person's token: they cannot use this desk until they sign in at the site. */
export function refusePerson(s: ReplicaWriter, userid: number): void {
  s.db.run(sql`UPDATE desk_person SET token = NULL, accepted_age = NULL WHERE userid = ${userid}`);
  endSessions(s, userid);
}

export function endSessions(s: ReplicaWriter, userid: number): void {
  s.sessions.endAll(userid);
  if (s.meta.get<number | null>('current_person') !== userid) return;
  s.meta.set('current_person', null);
  s.meta.set('window_session', null);
}

export function dropPersonToken(s: ReplicaWriter, userid: number): void {
  s.db.run(sql`UPDATE desk_person SET token = NULL WHERE userid = ${userid}`);
}

/** Returns whether this person has edits that the site does not have. */
export const hasUnsentEdits = (s: ReplicaReader, userid: number): boolean =>
  s.db.one(sql`SELECT 1 FROM journal
     WHERE userid = ${userid} AND state IN ('pending', 'sending', 'parked') AND ${isEdit}
       LIMIT 1`) !== undefined;
