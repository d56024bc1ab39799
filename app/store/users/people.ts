import { sqlite } from '../database.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

/** Somebody who signed in at this desk. */
export interface PersonRow {
  userid: number;
  email: string;
  verifier: string;
  token: Buffer | null;
  signed_in_date: number;
}

const columns = ['userid', 'email', 'verifier', 'token', 'signed_in_date'] as const;

export const personByEmail = (s: StoreReader, email: string): PersonRow | undefined =>
  s.db.one(sqlite.selectFrom('person').select(columns).where('email', '=', email));

export const personRow = (s: StoreReader, userid: number): PersonRow | undefined =>
  s.db.one(sqlite.selectFrom('person').select(columns).where('userid', '=', userid));

/** Most recent sign-in first. */
export const allPeople = (s: StoreReader): PersonRow[] =>
  s.db.all(sqlite.selectFrom('person').select(columns).orderBy('signed_in_date', 'desc').orderBy('userid'));

export function putPerson(
  s: StoreWriter,
  person: { userid: number; email: string; verifier: string; token: Buffer; durable: boolean },
): void {
  const { userid, email, verifier, token, durable } = person;
  // The address was given to another account; the old one's row stays for what it has still to send.
  s.db.runSql(
    "UPDATE person SET email = 'former-' || userid || ' ' || email WHERE email = ? AND userid <> ?",
    [email, userid],
  );
  const values = {
    email,
    verifier,
    token,
    sealed: durable ? (1 as const) : (0 as const),
    signed_in_date: s.now,
  };
  s.db.run(
    sqlite
      .insertInto('person')
      .values({ userid, ...values })
      .onConflict((c) => c.column('userid').doUpdateSet(values)),
  );
}

export function dropPersonToken(s: StoreWriter, userid: number): void {
  s.db.runSql('UPDATE person SET token = NULL WHERE userid = ?', [userid]);
}

/** Whether this person made edits that the site does not have yet. */
export const hasUnsentEdits = (s: StoreReader, userid: number): boolean =>
  s.db.oneSql(
    "SELECT 1 FROM journal WHERE userid = ? AND state IN ('pending', 'sending', 'parked') AND operation <> 'POST /benchside/views' LIMIT 1",
    [userid],
  ) !== undefined;
