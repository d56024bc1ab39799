import { invalid } from '../../../shared/errors.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

/** Seconds for which a repeated request gets the answer of the first one. */
const keptSeconds = 30 * 86_400;

/** Thrown inside a transaction whose request was already carried out: nothing is done again. */
export class Repeated extends Error {
  override readonly name = 'Repeated';
  /** Holed JSON text of the answer the first request got. */
  readonly answer: string;

  constructor(answer: string) {
    super('this request was carried out before');
    this.answer = answer;
  }
}

/**
 * Answers of edits that came with an `Idempotency-Key`. An answer commits with its edit, so that neither exists without
 * the other, whatever ends this process in between.
 */
export class IdempotencyReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** @throws Repeated when this was carried out before; AppError `invalid` when the key stood for something else */
  refuseRepeat(key: string, route: string): void {
    const row = this.s.db.oneSql<{ userid: number; route: string; answer: string }>(
      'SELECT userid, route, answer FROM idempotency WHERE key = ?',
      [key],
    );
    if (!row) return;
    if (row.userid !== (this.s.viewer?.userid ?? 0) || row.route !== route)
      throw invalid('Idempotency-Key', 'This Idempotency-Key was used for another request.');
    throw new Repeated(row.answer);
  }
}

export class IdempotencyWriter extends IdempotencyReader {
  declare protected readonly s: StoreWriter;

  keep(key: string, route: string, answer: string): void {
    const { now, viewer } = this.s;
    this.s.db.runSql('DELETE FROM idempotency WHERE date < ?', [now - keptSeconds]);
    this.s.db.runSql('INSERT INTO idempotency (key, userid, route, answer, date) VALUES (?, ?, ?, ?, ?)', [
      key,
      viewer?.userid ?? 0,
      route,
      answer,
      now,
    ]);
  }
}
