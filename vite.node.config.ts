import { builtinModules } from 'node:module';

import { defineConfig } from 'vite';
import type { Rolldown } from 'vite';

/** Shared chunks lie in `dist/app`, beside the sync worker: the code that starts it looks for it there. */
const node: Rolldown.RolldownOptions = {
  input: { 'app/cli': 'app/cli.ts', 'app/sync-worker': 'app/sync/worker.ts', 'main/main': 'main/main.ts' },
  output: {
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'app/[name]-[hash].js',
    codeSplitting: { groups: [{ name: 'worker-sync', test: /worker-sync\.ts$/ }] },
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
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      external: ['electron', 'better-sqlite3', 'sharp', /^@img\//, /^node:/, ...builtinModules],
      ...(mode === 'preload' ? preload : node),
    },
  },
}));
