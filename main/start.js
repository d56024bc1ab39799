import { notReady } from '../app/ready.js';

const missing = notReady('"npm start"');
if (missing === undefined) await import('./start.ts');
else {
  process.stderr.write(`benchside: ${missing}\n`);
  process.exitCode = 1;
}
