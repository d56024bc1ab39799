import type { StoreReader, StoreWriter } from '../store.ts';

/** Answers of the translation service that are kept; the oldest go first. */
const kept = 200_000;

/**
 * What a machine said a text means, by a hash of all that was asked. The glossary's terms are put into an answer after
 * it was read from here, so a change of the glossary makes nothing here wrong.
 */
export class MachineReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Those of the hashes that are known, with their texts. */
  known(hashes: readonly string[]): Map<string, string> {
    const rows = this.s.db.allSql<{ hash: string; text: string }>(
      'SELECT m.hash, m.text FROM json_each(?) h JOIN machine_translation m ON m.hash = h.value',
      [JSON.stringify(hashes)],
    );
    return new Map(rows.map(({ hash, text }) => [hash, text]));
  }
}

export class MachineWriter extends MachineReader {
  declare protected readonly s: StoreWriter;

  keep(answers: ReadonlyMap<string, string>): void {
    for (const [hash, text] of answers) {
      this.s.db.runSql(
        'INSERT INTO machine_translation (hash, text) VALUES (?, ?) ON CONFLICT (hash) DO UPDATE SET text = excluded.text',
        [hash, text],
      );
    }
    this.s.db.runSql(
      'DELETE FROM machine_translation WHERE number <= (SELECT max(number) FROM machine_translation) - ?',
      [kept],
    );
  }
}
