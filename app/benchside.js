#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';

import { notReady } from './ready.js';

const missing = notReady('"npx benchside"');
if (missing === undefined) {
  // Node compiles the sources once and not at each start. The folder may be read-only: then nothing is kept.
  const kept = module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/benchside'));
  // Threads take it from the environment.
  if (kept.directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= kept.directory;
  await import('./cli.ts');
} else {
  process.stderr.write(`benchside: ${missing}\n`);
  process.exitCode = 1;
}
