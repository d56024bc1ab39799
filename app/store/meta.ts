import { randomUUID } from 'node:crypto';

import { guideTypes } from '../../shared/model/guide.ts';
import { firstProvisional } from './aliases/aliases.ts';
import { sqlite } from './database.ts';
import type { StoreReader, StoreWriter } from './store.ts';

export interface SiteSettings {
  name: string;
  /** Anonymous reading is refused when set (CONTRACT 1.7). */
  private: boolean;
  publicRegistration: boolean;
  /** Applications that may sign people in and register them where registration is public; none named means any. */
  appids: string[];
  langid: string;
  /** Every language of the site, its own among them. */
  langids: string[];
  guideTypes: string[];
  /** How long a desk without contact takes PINs, badges and passwords of people whom the site took before. */
  offlineDays: number;
}

export type IdKind =
  | 'user'
  | 'team'
  | 'guide'
  | 'step'
  | 'line'
  | 'wiki'
  | 'comment'
  | 'image'
  | 'revision'
  | 'video'
  | 'document'
  | 'form'
  | 'field'
  | 'entry'
  | 'release'
  | 'glossary';

export interface Issued {
  kind: IdKind;
  id: number;
}

/** Small named values: settings, identity, id counters. */
export class MetaReader {
  protected readonly s: StoreReader;
  private desk: boolean | undefined;

  constructor(s: StoreReader) {
    this.s = s;
  }

  get<T>(key: string): T | undefined {
    const row = this.s.db.oneSql<{ value: string }>('SELECT value FROM meta WHERE key = ?', [key]);
    return row ? (JSON.parse(row.value) as T) : undefined;
  }

  get site(): SiteSettings {
    const defaults: Omit<SiteSettings, 'langids'> = {
      name: 'Workshop',
      private: false,
      publicRegistration: false,
      appids: [],
      langid: 'en',
      guideTypes: [...guideTypes],
      offlineDays: 30,
    };
    const stored = { ...defaults, ...this.get<Partial<SiteSettings>>('site') };
    return { ...stored, langids: [...new Set([stored.langid, ...(stored.langids ?? [])])] };
  }

  /** Whether this is the store of a desk: what it makes has provisional ids. */
  get isDesk(): boolean {
    return (this.desk ??= this.get<string>('profile') === 'desk');
  }

  /** Whether a site that is no hub of ours decides who may edit what: it says so when an edit arrives. */
  get hasForeignRules(): boolean {
    return this.isDesk && this.siteid?.startsWith('plain:') === true;
  }

  /** Identity of the site whose content this store holds; undefined on a desk that never synced. */
  get siteid(): string | undefined {
    return this.get<string>('siteid');
  }
}

export class MetaWriter extends MetaReader {
  declare protected readonly s: StoreWriter;
  /** Ids this transaction gave. */
  readonly issued: Issued[] = [];
  private expected: Issued[] = [];

  /** An edit that is replayed gives the same ids again; its revisions are new ones, because what they hold is new. */
  expect(issued: readonly Issued[]): void {
    this.expected = issued.filter(({ kind }) => kind !== 'revision');
  }

  set(key: string, value: unknown): void {
    this.s.db.run(
      sqlite
        .insertInto('meta')
        .values({ key, value: JSON.stringify(value) })
        .onConflict((c) =>
          c
            .column('key')
            .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))
            .whereRef('meta.value', '<>', 'excluded.value'),
        ),
    );
  }

  /** Called once for a new hub: it becomes a site of its own. */
  createIdentity(): string {
    const siteid = this.siteid ?? randomUUID();
    this.set('siteid', siteid);
    return siteid;
  }

  /**
   * The next id of a kind. Ids are never used twice, not even after a delete. A desk's are negative: provisional until
   * the site gives its own (SPEC J2).
   */
  nextId(kind: IdKind): number {
    const known = this.expected.findIndex((one) => one.kind === kind);
    const [again] = known < 0 ? [] : this.expected.splice(known, 1);
    if (again) return again.id;
    // A desk counts all kinds together: a provisional id says by itself what it stands for.
    const counter = this.isDesk ? 'id:provisional' : `id:${kind}`;
    const next = (this.get<number>(counter) ?? 0) + 1;
    this.set(counter, next);
    const id = this.isDesk ? -(firstProvisional + next) : next;
    this.issued.push({ kind, id });
    return id;
  }

  /** Keeps `nextId` above an id that came from outside, as with fixtures. */
  claimId(kind: IdKind, id: number): void {
    if (id > (this.get<number>(`id:${kind}`) ?? 0)) this.set(`id:${kind}`, id);
  }
}
