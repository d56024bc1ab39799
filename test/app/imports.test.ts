import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('{app,main,shared,renderer}/**/*.{ts,tsx,js}', { cwd: root }).sort();
const isFile = new Set(files);
const named = /^(?:import|export)\s(type\s)?(?:[^;'"=()]*?\sfrom\s)?['"](\.[^'"?]+)/gm;
const asked = /\bimport\(\s*['"](\.[^'"?]+)/g;

interface Import {
  file: string;
  target: string;
  isType: boolean;
}

const text = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const imports: Import[] = [...text].flatMap(([file, source]) => {
  const target = (path = ''): string => join(dirname(file), path);
  return [
    ...[...source.matchAll(named)].map(([, type, path]) => ({
      file,
      target: target(path),
      isType: type !== undefined,
    })),
    ...[...source.matchAll(asked)].map(([, path]) => ({ file, target: target(path), isType: false })),
  ];
});

/**
 * The folders that each folder of the program may import, from the lowest to the highest. Everything may import `shared` and `base`, the
 * small files directly in `app/`.
 */
const mayImport: Record<string, readonly string[]> = {
  shared: [],
  base: [],
  content: [],
  lan: [],
  store: ['content'],
  replica: ['content', 'store'],
  media: ['store', 'replica'],
  mail: ['store', 'replica'],
  sync: ['content', 'store', 'replica', 'media'],
  snapshot: ['store', 'replica', 'media', 'sync'],
  backup: ['store', 'replica', 'media'],
  'shared-site': ['store', 'replica', 'media'],
  bundle: ['store', 'replica', 'media', 'sync', 'snapshot'],
  identity: ['store', 'replica', 'mail', 'sync'],
  translate: ['store', 'replica', 'identity'],
  import: ['content', 'store', 'replica', 'media', 'sync', 'identity'],
  api: ['content', 'store', 'replica', 'media', 'snapshot', 'backup', 'identity', 'translate'],
  context: ['store', 'replica', 'media', 'mail', 'sync', 'snapshot', 'backup', 'identity', 'import'],
  core: [
    'store',
    'replica',
    'media',
    'mail',
    'sync',
    'snapshot',
    'backup',
    'bundle',
    'identity',
    'import',
    'api',
    'context',
  ],
  http: ['store', 'replica', 'identity', 'api', 'core'],
  desk: ['store', 'replica', 'media', 'sync', 'bundle', 'identity', 'api', 'core', 'http'],
  courier: ['store', 'replica', 'sync', 'bundle', 'identity', 'api', 'core', 'http', 'desk'],
  recovery: ['store', 'replica', 'media', 'sync', 'bundle', 'identity', 'api', 'core', 'desk'],
  update: ['store', 'replica', 'bundle', 'identity', 'api', 'desk', 'recovery'],
  commands: [
    'store',
    'replica',
    'media',
    'backup',
    'mail',
    'sync',
    'bundle',
    'identity',
    'import',
    'api',
    'core',
    'http',
    'desk',
    'courier',
    'recovery',
    'update',
    'shared-site',
    'lan',
  ],
  main: ['store', 'replica', 'sync', 'identity', 'http', 'desk', 'recovery', 'update', 'lan'],
};

/** The context of handlers: a file of types, which every file that gets a context may import. */
const contextFile = 'app/context.ts';

/** Returns the folder of a file: `store` for `app/store/home/home.ts`. */
function folderOf(file: string): string {
  const [top = '', folder = '', ...rest] = file.split('/');
  if (top !== 'app') return top;
  if (rest.length > 0) return folder;
  if (file === contextFile) return 'context';
  if (folder === 'core.ts') return 'core';
  return folder === 'cli.ts' || folder === 'benchside.js' ? 'commands' : 'base';
}

const isAllowed = ({ file, target, isType }: Import): boolean => {
  const from = folderOf(file);
  const to = folderOf(target);
  if (from === to || to === 'shared' || (to === 'base' && from !== 'shared')) return true;
  if (target === contextFile && isType) return true;
  return mayImport[from]?.includes(to) === true;
};

const program = imports.filter(({ file }) => !file.startsWith('renderer/'));

/** Returns the groups of files that import each other directly or indirectly. */
function circles(edges: readonly Import[]): string[][] {
  const targets = Map.groupBy(edges, ({ file }) => file);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    lowest.set(file, own);
    open.push(file);
    let low = own;
    for (const { target } of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? own);
    }
    lowest.set(file, low);
    if (low === own) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) found.push(group);
    }
    return low;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return found;
}

const filesInCircles = (edges: readonly Import[]): number => circles(edges).flat().length;

/** Files outside the store that contain SQL, with what the store would have to offer instead. Do not add any. */
const speakSql = new Map([
  ['app/backup/hub-backup.ts', 'a backup file is a database of its own, with tables that no store has'],
  ['app/recovery/restore.ts', 'checks a database that may be too damaged for a store'],
  ['app/recovery/edits-since.ts', 'reads a database that may be of another version'],
  ['app/recovery/carry-over.ts', 'reads whole tables of a damaged database'],
  ['app/update/rollback.ts', 'reads a database of another version'],
]);

describe("the imports of the program's folders", () => {
  it('are only those in the table, values and types', () => {
    expect(program.length).toBeGreaterThan(2000);
    const wrong = program
      .filter(({ target }) => isFile.has(target))
      .filter((one) => !isAllowed(one))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('follow one direction: the table has every folder, and a folder imports only those before it', () => {
    const known = Object.keys(mayImport);
    expect([...new Set(files.map(folderOf))].filter((one) => one !== 'renderer').sort()).toEqual(
      known.toSorted(),
    );
    for (const [at, folder] of known.entries())
      for (const lower of mayImport[folder] ?? [])
        expect([folder, known.indexOf(lower) < at]).toEqual([folder, true]);
  });

  it('the file of the context has types only', () => {
    expect(imports.filter(({ file, isType }) => file === contextFile && !isType)).toEqual([]);
  });

  it('include nothing of the tests', () => {
    expect(imports.filter(({ target }) => /^(?:test|bench)\//.test(target))).toEqual([]);
  });

  it('form no more circles than there are', () => {
    expect(circles(program.filter(({ isType }) => !isType))).toEqual([]);
    // Aggregates of the store, by type (decision 0058).
    expect(filesInCircles(program)).toBeLessThanOrEqual(49);
  });

  it('let only the store and the replica contain SQL', () => {
    const found = [...text]
      .filter(([file, source]) => !/^app\/(?:store|replica)\//.test(file) && speaksSql.test(source))
      .map(([file]) => file);
    expect(found.sort()).toEqual([...speakSql.keys()].sort());
  });
});

const speaksSql = /from '[^']*\/store\/sql\.ts'|from 'better-sqlite3'/;

/** Files of the store and the replica with a database that is not the store's, or not yet. */
const ownDatabases = new Map([
  ['app/store/database.ts', 'runs what the template and the builder write'],
  ['app/store/folder-lock.ts', 'locks a file without tables'],
  ['app/replica/daily-backup/copy-database.ts', 'copies a database that may be of another version'],
  ['app/replica/daily-backup/daily-backup.ts', 'clears a copy that no store has opened'],
]);

describe('SQL in the store and the replica', () => {
  const statements = [...text].filter(
    ([file]) => /^app\/(?:store|replica)\//.test(file) && !file.startsWith('app/store/migrations/'),
  );
  const matching = (pattern: RegExp): string[] =>
    statements
      .filter(([, source]) => pattern.test(source))
      .map(([file]) => file)
      .sort();

  it('is written by the `sql` template or the builder, not as a string', () => {
    const string =
      /(?<!\bsql|>)['"`]\s*(?:SELECT\b|INSERT (?:INTO|OR)\b|UPDATE [\w.$]|DELETE FROM\b|WITH (?:RECURSIVE|\w+ AS)\b)/;
    expect(string.test("db.exec('SELECT 1')")).toBe(true);
    expect(string.test('sql<{ n: number }>`SELECT 1`')).toBe(false);
    expect(matching(string).filter((file) => !ownDatabases.has(file))).toEqual([]);
    expect(matching(/\bdb\.exec\(/)).toEqual([]);
  });

  it('runs on the store, which alone opens a database', () => {
    expect(matching(/from 'better-sqlite3'/)).toEqual([...ownDatabases.keys()].sort());
  });
});
