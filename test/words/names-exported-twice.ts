import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const exported = /^export (?:async )?(?:function\*?|const|class|interface|type|abstract class) (\w+)/gm;

/** Returns each name once: a function has a line for each of its overloads. */
const namesOf = (source: string): Set<string> =>
  new Set([...source.matchAll(exported)].map(([, name = '']) => name));

/** Returns the names that several files of the program export, each with its files. Leaves out test files and types of one screen. */
export function namesExportedTwice(): Map<string, string[]> {
  // `write-schema.ts` holds the text of another file.
  const files = globSync('{app,main,shared,renderer}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('write-schema.ts'))
    .sort();
  const where = new Map<string, string[]>();
  for (const file of files)
    for (const name of namesOf(readFileSync(join(root, file), 'utf8')))
      where.set(name, [...(where.get(name) ?? []), file]);
  return new Map([...where].filter(([, files]) => files.length > 1).sort(([a], [b]) => (a < b ? -1 : 1)));
}

if (import.meta.main) {
  const names = namesExportedTwice();
  for (const [name, files] of names) console.log(`${name}: ${files.join(', ')}`);
  console.log(`${names.size} names are exported by several files.`);
}
