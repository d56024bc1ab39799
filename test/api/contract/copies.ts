import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import type { CoreParts } from '../../../app/core.ts';
import { temporaryFolder } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';

/** A folder with a world in it, and how to open one. */
export interface Template {
  folder: string;
  open(dataDir: string, parts?: CoreParts): TestCore;
}

/** A core on a copy of a world, which is put back to how it was whenever something was changed in it. */
export class Copies implements AsyncDisposable {
  private readonly original: Database.Database;
  private readonly folder = temporaryFolder();
  private readonly watch: Database.Database;
  private readonly core: TestCore;
  private seen: unknown;

  constructor(template: Template, parts: CoreParts = {}) {
    const dataDir = join(this.folder.path, 'data');
    cpSync(template.folder, dataDir, { recursive: true });
    this.core = template.open(dataDir, parts);
    this.original = new Database(fileIn(template.folder), { readonly: true });
    this.watch = new Database(fileIn(dataDir), { readonly: true });
    this.seen = this.version;
  }

  /** The core, in which nobody has changed anything. */
  async untouched(): Promise<TestCore> {
    // Nothing is written later that was seen earlier.
    this.core.ctx.views.flush();
    if (this.isTouched) {
      // In one go: the core would wait in vain for a copy that is made in pieces, and hold up the pieces.
      await this.original.backup(fileIn(this.core.dataDir), { progress: () => 2 ** 30 });
      this.seen = this.version;
    }
    return this.core;
  }

  /** Whether anything was written since `untouched`, also what `digest` overlooks. */
  get isTouched(): boolean {
    return this.version !== this.seen;
  }

  private get version(): unknown {
    return this.watch.pragma('data_version', { simple: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.watch.close();
    this.original.close();
    await this.core[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }
}

const fileIn = (folder: string): string => join(folder, 'benchside.sqlite');

/** What a refused request may write: that it was tried, what was looked at, and when a token was last used; and what each start does. */
const overlooked = new Set(['attempt', 'epoch', 'view', 'session', 'sqlite_stat1', 'sqlite_sequence']);

/** One text for everything in a store that people see or that is sent. */
export function digest({ dataDir }: TestCore): string {
  const db = new Database(fileIn(dataDir), { readonly: true });
  const hash = createHash('sha256');
  const tables = db
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'",
    )
    .all();
  for (const { name } of tables.filter(({ name }) => !overlooked.has(name))) {
    hash.update(name);
    for (const row of db.prepare(`SELECT * FROM "${name}"`).raw().iterate()) hash.update(JSON.stringify(row));
  }
  db.close();
  return hash.digest('hex');
}
