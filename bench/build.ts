import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { build } from 'vite';

import { dictionary } from '../app/store/dictionary.ts';
import { buildAll } from '../main/build.ts';
import { needsBuild } from '../main/needs-build.ts';
import { builtBench, dictionaryFile, root } from './data/folders.ts';

/** Names a file of the build by its last part: the program looks for its threads beside the code that starts them. */
const flat = ({ name }: { name: string }): string => `${basename(name)}.js`;

/**
 * Builds what is measured as it ships. From the sources, each process and each thread would first translate them, which takes longer than
 * what a small measurement measures.
 */
export async function buildBench(): Promise<void> {
  if (needsBuild()) await buildAll();
  await build({
    configFile: join(root, 'vite.node.config.ts'),
    logLevel: 'warn',
    build: {
      outDir: builtBench,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          child: join(root, 'bench/child.ts'),
          'ours-worker': join(root, 'bench/clients/ours-worker.ts'),
          'cold-core': join(root, 'bench/cold-core.ts'),
        },
        external: [/^playwright/, 'autocannon'],
        output: { entryFileNames: flat, chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  // As beside the shipped program: without it, Node parses each file once more to find out what it is.
  writeFileSync(join(builtBench, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(dictionaryFile, dictionary);
}
