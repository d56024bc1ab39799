#!/usr/bin/env node
import { notReady } from './ready.js';

const missing = notReady('"npx benchside"');
if (missing === undefined) await import('./cli.ts');
else {
  process.stderr.write(`benchside: ${missing}\n`);
  process.exitCode = 1;
}
