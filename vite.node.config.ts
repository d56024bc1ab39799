import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';

import { defineConfig } from 'vite';
import type { Plugin, Rolldown } from 'vite';

import { viewerFiles } from './app/api/documentation/viewer.ts';

/** Programs that `app/module-beside.ts` finds. */
const ofThreadsAndProcesses = globSync(['app/*/*-{process,worker}.ts', 'app/*-worker.ts'], {
  cwd: import.meta.dirname,
});

/** Shared chunks lie in `dist/app`, beside the workers and the viewer: the code that uses them looks there. */
const node: Rolldown.RolldownOptions = {
  input: {
    'app/cli': 'app/cli.ts',
    ...Object.fromEntries(ofThreadsAndProcesses.map((file) => [`app/${basename(file, '.ts')}`, file])),
    'main/entry': 'main/entry.ts',
    'main/main': 'main/main.ts',
  },
  output: {
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'app/[name]-[hash].js',
    // A third of what libraries ship is documentation, which every start would read.
    comments: { legal: true, annotation: false, jsdoc: false },
    codeSplitting: {
      groups: [
        // A thread that prepares guides loads nothing else.
        { name: 'preparer', test: /sync\/preparer\.ts$/, priority: 1 },
        { name: 'sync-host', test: /sync-host\.ts$/ },
        { name: 'picture-thread', test: /picture-thread\.ts$/ },
        { name: 'heic', test: /media\/heic\.ts$/ },
        { name: 'viewer', test: /documentation\/viewer\.ts$/ },
      ],
    },
  },
};

/** The viewer of the API's document (`app/api/documentation/viewer.ts`). */
const viewer: Plugin = {
  name: 'viewer',
  generateBundle() {
    for (const file of [...viewerFiles, 'LICENSE', 'NOTICE']) {
      const source = readFileSync(join(import.meta.dirname, 'node_modules/swagger-ui-dist', file));
      this.emitFile({ type: 'asset', fileName: `app/viewer/${file}`, source });
    }
  },
};

/** A sandboxed window takes only one CommonJS file. */
const preload: Rolldown.RolldownOptions = {
  input: { 'main/preload': 'main/preload.ts' },
  output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
};

/** The core, the command line and the Electron main process; with `--mode preload` the preload script. */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  plugins: mode === 'preload' ? [] : [viewer],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    ssrEmitAssets: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      external: [
        'electron',
        /^electron-updater/,
        'better-sqlite3',
        'sharp',
        /^@img\//,
        /^node:/,
        ...builtinModules,
      ],
      ...(mode === 'preload' ? preload : node),
    },
  },
}));
