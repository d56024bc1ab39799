import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The renderer. Assets stay separate files and nothing is inlined, so the page runs under `default-src 'self'`. */
export default defineConfig({
  root: join(import.meta.dirname, 'renderer'),
  base: './',
  publicDir: false,
  plugins: [react()],
  css: { transformer: 'lightningcss' },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // A model's schemas go where only its constants are used.
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: {
          groups: [
            // What comes before the language is chosen: nothing in it may declare texts.
            { name: 'language', test: /shared.(?:language|assert)\.ts/, priority: 1 },
            { name: 'kit', test: /node_modules/, minShareCount: 3 },
            { name: 'common', test: /renderer/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
