import { randomUUID } from 'node:crypto';

import { guideTypes } from '../../shared/model/guide.ts';
import type { SiteFields } from '../../shared/model/site.ts';
import { firstProvisional } from './provisional-ids.ts';
import type { Db } from './database.ts';
import { builder, prepared } from './sql.ts';
import type { Value } from './sql.ts';

/** Settings of the site without those of its mail server. The types of guides may be ones that only the site knows. */
export type SiteSettings = Omit<SiteFields, 'smtpUrl' | 'mailFrom' | 'guideTypes'> & { guideTypes: string[] };

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
  | 'assignment'
  | 'notification'
  | 'release'
  | 'glossary';

export interface Issued {
  kind: IdKind;
  id: number;
}

const valueOf = prepared((key: Value<string>) =>
  builder.selectFrom('meta').select('value').where('key', '=', key),
);

const provisionalCounter = 'id:provisional';

/** Small named values: settings, identity, id counters. */
export class MetaReader {
  protected readonly s: { readonly db: Db };
  private desk: boolean | undefined;

  constructor(s: { readonly db: Db }) {
    this.s = s;
  }

  get<T>(key: string): T | undefined {
    const text = this.text(key);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  /** Returns a value as stored: JSON. */
  text(key: string): string | undefined {
    return this.s.db.one(valueOf(key))?.value;
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

  /** Returns whether this is a desk's store, which gives provisional ids. */
  get isDesk(): boolean {
    return (this.desk ??= this.get<string>('profile') === 'desk');
  }

  /** Desk: the provisional id that it gave last. */
  get lastProvisional(): number {
    return -(firstProvisional + (this.get<number>(provisionalCounter) ?? 0));
  }

  /** Returns whether a third-party site decides who may edit what; a desk learns it from the answer to an edit. */
  get hasForeignRules(): boolean {
    return this.isDesk && this.siteid?.startsWith('plain:') === true;
  }

  /** The identity of the site whose content this store holds; undefined on a desk that never synced. */
  get siteid(): string | undefined {
    return this.get<string>('siteid');
  }
}

export class MetaWriter extends MetaReader {
  /** Ids that this transaction gave. */
  readonly issued: Issued[] = [];
  private expected: Issued[] = [];

  /** Makes a replayed edit give the same ids again, except for revisions: their content is new. */
  expect(issued: readonly Issued[]): void {
    this.expected = issued.filter(({ kind }) => kind !== 'revision');
  }

  set(key: string, value: unknown): void {
    this.s.db.run(
      builder
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

  /** Gives a new hub its siteid, once. */
  createIdentity(): string {
    const siteid = this.siteid ?? randomUUID();
    this.set('siteid', siteid);
    return siteid;
  }

  /**
   * Returns the next id of a kind. Ids are never reused, not even after a delete. A desk's are negative: provisional
   * until the site gives its own (SPEC J2).
   */
  nextId(kind: IdKind): number {
    const known = this.expected.findIndex((one) => one.kind === kind);
    const [again] = known < 0 ? [] : this.expected.splice(known, 1);
    if (again) return again.id;
    // A desk counts all kinds together, so a provisional id is unique without its kind.
    const counter = this.isDesk ? provisionalCounter : `id:${kind}`;
    const next = (this.get<number>(counter) ?? 0) + 1;
    this.set(counter, next);
    const id = this.isDesk ? -(firstProvisional + next) : next;
    this.issued.push({ kind, id });
    return id;
  }

  /** Keeps `nextId` above an id from outside, such as a fixture's. */
  claimId(kind: IdKind, id: number): void {
    if (id > (this.get<number>(`id:${kind}`) ?? 0)) this.set(`id:${kind}`, id);
  }
}
