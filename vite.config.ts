import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The renderer. Assets stay separate files and nothing is inlined, so the page runs under `default-src 'self'`. */
export default defineConfig({
  root: 'renderer',
  base: './',
  publicDir: false,
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
  },
});
