import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import type { CoreParts } from '../../../app/core.ts';
import { temporaryFolder } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';

/** A folder with a world, and a function that opens it. */
export interface Template {
  folder: string;
  open(dataDir: string, parts?: CoreParts): TestCore;
}

/** A core on a copy of a world. The copy is restored whenever a test changed it. */
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

  /** Returns the core on an unchanged copy. */
  async untouched(): Promise<TestCore> {
    // Prevents later writes of views that were recorded earlier.
    this.core.ctx.views.flush();
    if (this.isTouched) {
      // Copies everything in one step: the core would wait for the parts of a copy, and delay them.
      await this.original.backup(fileIn(this.core.dataDir), { progress: () => 2 ** 30 });
      this.seen = this.version;
    }
    return this.core;
  }

  /** Returns whether anything was written since `untouched`, also things that `digest` ignores. */
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

/** Tables that a refused request may change: attempts, views, the last use of a token; and what each start writes. */
const overlooked = new Set(['attempt', 'epoch', 'view', 'session', 'sqlite_stat1', 'sqlite_sequence']);

/** Returns one text for everything in a store that people see or that is sent. */
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
