import { AppError, forbidden, notFound } from '../../../shared/errors.ts';
import type { FieldError } from '../../../shared/errors.ts';
import type { GlossaryChange, GlossaryEntry } from '../../../shared/model/glossary.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { builder, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';

type EntryRow = Omit<StoredRow<'glossary_entry'>, 'term_key'>;

const columns = sql`entryid, langid, term, translations, userid, modified_date`;

export class GlossaryReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  /** Returns all entries by language and term; none on a site with one language (CONTRACT 11.2). */
  list(): GlossaryEntry[] {
    if (!this.hasLanguages) return [];
    return this.s.db
      .all(sql<EntryRow>`SELECT ${columns} FROM glossary_entry ORDER BY langid, term_key`)
      .map(entryOf);
  }

  entry(entryid: number): GlossaryEntry | undefined {
    const row = this.s.db.one(
      sql<EntryRow>`SELECT ${columns} FROM glossary_entry WHERE entryid = ${entryid}`,
    );
    return row && entryOf(row);
  }

  /** Returns translations of terms from one language to another, whichever of the two the entry is written in. */
  terms(from: string, to: string): { term: string; translation: string }[] {
    return this.list().flatMap(({ langid, term, translations }) => {
      const all = { ...translations, [langid]: term };
      const [source, translation] = [all[from], all[to]];
      return source === undefined || translation === undefined ? [] : [{ term: source, translation }];
    });
  }

  /** True on a desk that does not know the site's languages yet: the site decides. */
  protected get hasLanguages(): boolean {
    const told = this.s.meta.get<{ langids?: string[] }>('site')?.langids !== undefined;
    return this.s.meta.site.langids.length > 1 || (this.s.meta.isDesk && !told);
  }
}

/** Edits the glossary; the viewer must be an author or an admin. */
export class GlossaryWriter extends GlossaryReader {
  declare protected readonly s: WriteAccess;

  /** Applies all changes or none. @throws AppError `invalid` naming entries by index */
  change(changes: readonly GlossaryChange[]): void {
    this.requireEditor();
    const ids = changes.flatMap(({ entryid }) => entryid ?? []);
    const changed: { index: number; entry: GlossaryEntry }[] = [];
    for (const [index, change] of changes.entries()) {
      const { entryid } = change;
      if (entryid !== undefined && ids.indexOf(entryid) !== ids.lastIndexOf(entryid)) {
        throw refused(index, 'entryid', `Entry ${entryid} is named twice.`);
      }
      if (change.deleted) this.remove(this.requireNamed(index, entryid).entryid);
      else {
        const entry = this.entryFrom(index, change);
        if (entry) changed.push({ index, entry });
      }
    }
    // Entries may swap terms, so all old terms are removed first.
    for (const { entry } of changed) this.forget(entry.entryid);
    for (const { index, entry } of changed) {
      if (this.isTaken(entry)) {
        const message = `There is already a term ${entry.term} (${entry.langid}).`;
        throw refused(index, 'term', message, 'already_exists');
      }
      this.put(entry);
      this.s.feed.record('glossary', entry.entryid);
    }
  }

  /** @throws AppError `not-found` */
  delete(entryid: number): void {
    this.requireEditor();
    if (!this.entry(entryid)) throw notFound('Glossary term');
    this.remove(entryid);
  }

  /** Desk: stores an entry as the site has it. */
  putRemote(entry: GlossaryEntry): void {
    // If another entry has this term here, the site changed or deleted that one.
    this.s.db.run(sql`DELETE FROM glossary_entry
       WHERE langid = ${entry.langid} AND term_key = ${keyOf(entry.term)} AND entryid <> ${entry.entryid}`);
    this.put(entry);
  }

  /** Desk: removes an entry that the site no longer has. */
  forget(entryid: number): void {
    this.s.db.run(sql`DELETE FROM glossary_entry WHERE entryid = ${entryid}`);
  }

  private requireNamed(index: number, entryid: number | undefined): GlossaryEntry {
    if (entryid === undefined) {
      throw refused(index, 'entryid', 'Name the entry to delete.', 'missing_field');
    }
    const entry = this.entry(entryid);
    if (!entry) throw refused(index, 'entryid', `There is no term ${entryid}.`);
    return entry;
  }

  /** Returns the changed entry; undefined if nothing changes. */
  private entryFrom(index: number, change: GlossaryChange): GlossaryEntry | undefined {
    const old = change.entryid === undefined ? undefined : this.requireNamed(index, change.entryid);
    const term = change.term === undefined ? old?.term : withoutPlaceholders(change.term);
    if (!term) throw refused(index, 'term', 'A term is required.', 'missing_field');
    const langid = change.langid ?? old?.langid ?? this.s.meta.site.langid;
    const translations = change.translations ? sorted(change.translations) : (old?.translations ?? {});
    this.checkLanguages(index, langid, translations);
    const content = { langid, term, translations };
    if (old && JSON.stringify(content) === JSON.stringify(pick(old))) return undefined;
    return {
      entryid: old?.entryid ?? this.s.meta.nextId('glossary'),
      ...content,
      userid: this.s.viewer?.userid ?? 0,
      modified_date: Math.floor(this.s.now),
    };
  }

  private checkLanguages(index: number, langid: string, translations: Record<string, string>): void {
    const { langids } = this.s.meta.site;
    for (const given of [langid, ...Object.keys(translations)]) {
      // A desk may not know all languages of its site.
      if (!this.s.meta.isDesk && !langids.includes(given)) {
        throw refused(
          index,
          'langid',
          `${given} is not a language of this hub. Its languages are ${langids.join(', ')}.`,
        );
      }
    }
    if (Object.hasOwn(translations, langid)) {
      throw refused(
        index,
        'translations',
        `The term is written in ${langid} and needs no translation into this language.`,
      );
    }
  }

  private isTaken({ langid, term }: GlossaryEntry): boolean {
    const found = sql`SELECT 1 FROM glossary_entry WHERE langid = ${langid} AND term_key = ${keyOf(term)}`;
    return this.s.db.one(found) !== undefined;
  }

  private put({ translations, ...entry }: GlossaryEntry): void {
    const { entryid, ...values } = {
      ...entry,
      term_key: keyOf(entry.term),
      translations: JSON.stringify(translations),
    };
    this.s.db.run(
      builder
        .insertInto('glossary_entry')
        .values({ entryid, ...values })
        .onConflict((conflict) => conflict.column('entryid').doUpdateSet(values)),
    );
  }

  private remove(entryid: number): void {
    this.forget(entryid);
    this.s.feed.record('glossary', entryid, true);
  }

  private requireEditor(): void {
    const role = this.s.viewer?.role;
    if (role !== 'admin' && role !== 'author') {
      throw forbidden('Only authors and admins may edit the glossary.', ['Author', 'Admin']);
    }
    if (!this.hasLanguages) {
      const { langid } = this.s.meta.site;
      throw new AppError(
        'invalid',
        `This hub has one language, ${langid}: a translation glossary needs several.`,
      );
    }
  }
}

/** Terms that differ only in case or white space are equal. */
const keyOf = (term: string): string => term.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

const pick = ({ langid, term, translations }: GlossaryEntry): object => ({ langid, term, translations });

const sorted = (translations: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(translations)
      .map(([langid, term]) => [langid, withoutPlaceholders(term)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const entryOf = ({ translations, ...row }: EntryRow): GlossaryEntry => ({
  ...row,
  translations: JSON.parse(translations) as Record<string, string>,
});

const refused = (
  index: number,
  field: string,
  message: string,
  code: FieldError['code'] = 'invalid',
): AppError => new AppError('invalid', message, { errors: [{ field, message, code, index }] });
