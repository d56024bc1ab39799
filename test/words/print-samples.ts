/**
 * `npm run --silent samples -- [--seed S]`: prints random comments, rules, texts and names of the program, the same for each seed, so that
 * a new reader can say which of them need a second reading.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Random } from '../simulate/random.ts';

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const random = new Random(Number(values.seed));
const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', 'app', 'main', 'renderer', 'shared'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file));

const comments: string[] = [];
const names: string[] = [];
for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8');
  for (const [, block = ''] of source.matchAll(/\/\*\*(.*?)\*\//gs))
    comments.push(`${file}: ${block.replaceAll(/\s*\n?\s*\* ?/g, ' ').trim()}`);
  for (const [lines] of source.matchAll(/(?:^ *\/\/ [^\n]*\n)+/gm))
    comments.push(`${file}: ${lines.replaceAll(/\s*\n?\s*\/\/ /g, ' ').trim()}`);
  for (const [, name = ''] of source.matchAll(
    /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm,
  ))
    names.push(`${name} (${file})`);
}
const spec = readFileSync(join(root, 'app/sync/SPEC.md'), 'utf8');
const rules = [...spec.matchAll(/^- (\*\*[A-Z]\d+(?:\.\d+)?\*\* .*?)(?=\n- |\n\n|\n#)/gms)].map(
  ([, rule = '']) => rule.replaceAll(/\s*\n\s*/g, ' '),
);
const english = JSON.parse(
  execFileSync(process.execPath, [join(root, 'resources/languages/list-texts.ts')], { encoding: 'utf8' }),
) as Record<string, string>;

const print = (title: string, all: readonly string[], count: number): void => {
  console.log(`\n## ${count} of ${all.length} ${title}\n`);
  for (const one of random.shuffled(all).slice(0, count)) console.log(`- ${one}`);
};
print('comments', comments, 40);
print('rules of sync', rules, 20);
print(
  'texts of screens',
  Object.entries(english).map(([key, text]) => `${key}: ${text}`),
  40,
);
print('exported names', names, 40);
