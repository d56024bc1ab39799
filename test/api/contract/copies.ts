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

/** Cores on copies of a world. One is used until something was changed in it; then comes the next. */
export class Copies implements AsyncDisposable {
  private readonly template: Template;
  private readonly parts: CoreParts;
  private readonly prepare: (core: TestCore) => void;
  private open: { core: TestCore; folder: Disposable; watch: Database.Database; seen: unknown } | undefined;

  /** @param prepare what is different in this world */
  constructor(
    template: Template,
    { parts = {}, prepare = () => undefined }: { parts?: CoreParts; prepare?: (core: TestCore) => void } = {},
  ) {
    this.template = template;
    this.parts = parts;
    this.prepare = prepare;
  }

  /** A core in which nobody has changed anything. */
  async untouched(): Promise<TestCore> {
    if (this.open && !this.isTouched) return this.open.core;
    await this.close();
    const folder = temporaryFolder();
    const dataDir = join(folder.path, 'data');
    cpSync(this.template.folder, dataDir, { recursive: true });
    const core = this.template.open(dataDir, this.parts);
    this.prepare(core);
    const watch = new Database(join(dataDir, 'benchside.sqlite'), { readonly: true });
    this.open = { core, folder, watch, seen: watch.pragma('data_version', { simple: true }) };
    return core;
  }

  /** Whether anything was written since `untouched`, also what `digest` overlooks. */
  get isTouched(): boolean {
    return this.open !== undefined && this.open.watch.pragma('data_version', { simple: true }) !== this.open.seen;
  }

  async close(): Promise<void> {
    const { open } = this;
    this.open = undefined;
    open?.watch.close();
    await open?.core[Symbol.asyncDispose]();
    open?.folder[Symbol.dispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** What a refused request may write: that it was tried, and what was looked at. */
const overlooked = new Set(['attempt', 'view', 'sqlite_stat1', 'sqlite_sequence']);

/** One text for everything in a store that people see or that is sent. */
export function digest({ dataDir }: TestCore): string {
  const db = new Database(join(dataDir, 'benchside.sqlite'), { readonly: true });
  const hash = createHash('sha256');
  const tables = db
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    .all();
  for (const { name } of tables.filter(({ name }) => !overlooked.has(name))) {
    hash.update(name);
    for (const row of db.prepare(`SELECT * FROM "${name}"`).raw().iterate()) hash.update(JSON.stringify(row));
  }
  db.close();
  return hash.digest('hex');
}
