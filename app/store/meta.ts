import { randomUUID } from 'node:crypto';

import { guideTypes } from '../../shared/model/guide.ts';
import { sqlite } from './database.ts';
import type { StoreReader, StoreWriter } from './store.ts';

export interface SiteSettings {
  name: string;
  /** Anonymous reading is refused when set (fact sheet 1.10). */
  private: boolean;
  publicRegistration: boolean;
  langid: string;
  guideTypes: string[];
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
  | 'release';

/** Small named values: settings, identity, id counters. */
export class MetaReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  get<T>(key: string): T | undefined {
    const row = this.s.db.oneSql<{ value: string }>('SELECT value FROM meta WHERE key = ?', [key]);
    return row ? (JSON.parse(row.value) as T) : undefined;
  }

  get site(): SiteSettings {
    const defaults: SiteSettings = {
      name: 'Workshop',
      private: false,
      publicRegistration: false,
      langid: 'en',
      guideTypes: [...guideTypes],
    };
    return { ...defaults, ...this.get<Partial<SiteSettings>>('site') };
  }

  /** Identity of the site whose content this store holds; undefined on a desk that never synced. */
  get siteid(): string | undefined {
    return this.get<string>('siteid');
  }
}

export class MetaWriter extends MetaReader {
  declare protected readonly s: StoreWriter;

  set(key: string, value: unknown): void {
    this.s.db.run(
      sqlite
        .insertInto('meta')
        .values({ key, value: JSON.stringify(value) })
        .onConflict((c) => c.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))),
    );
  }

  /** Called once for a new hub: it becomes a site of its own. */
  createIdentity(): string {
    const siteid = this.siteid ?? randomUUID();
    this.set('siteid', siteid);
    return siteid;
  }

  /** The next id of a kind. Ids are never used twice, not even after a delete. */
  nextId(kind: IdKind): number {
    const next = (this.get<number>(`id:${kind}`) ?? 0) + 1;
    this.set(`id:${kind}`, next);
    return next;
  }

  /** Keeps `nextId` above an id that came from outside, as with fixtures. */
  claimId(kind: IdKind, id: number): void {
    if (id > (this.get<number>(`id:${kind}`) ?? 0)) this.set(`id:${kind}`, id);
  }
}
