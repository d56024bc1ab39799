/** The program's first file in Electron. What it loads is compiled once for each version and not at each start. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

import { app } from 'electron';

import { version } from '../app/version.ts';

const compiled = join(app.getPath('userData'), 'compiled');
enableCompileCache(join(compiled, version));
await import('./main.ts');
if (existsSync(compiled))
  for (const other of readdirSync(compiled))
    if (other !== version) rmSync(join(compiled, other), { recursive: true });
