import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';

import { databaseName } from '../../app/store/database-name.ts';
import { builtBench, dictionaryFile } from '../data/folders.ts';
import { hubOf } from '../data/build.ts';
import { peersFolder } from '../peers.ts';
import { done } from '../process.ts';
import type { Job } from '../process.ts';
import { filledPouch } from '../servers/pouch.ts';

/** Milliseconds from the start of a program to its first guide. */
export async function cold({ dataDir, variant, size }: Job): Promise<void> {
  const id = String(Math.floor(size / 2));
  const programs: Record<string, string[]> = {
    node: ['-e', "process.stdout.write('first')"],
    sqlite: ['-e', sqliteScript, join(hubOf(dataDir), databaseName), id, dictionaryFile],
    pouchdb: ['-e', pouchScript, join(dataDir, 'pouchdb', 'guides'), `g${id.padStart(7, '0')}`],
    core: [join(builtBench, 'cold-core.js'), hubOf(dataDir), id],
    hub: [join(builtBench, 'cli.js'), 'hub', '--data', hubOf(dataDir), '--port', '0'],
  };
  const program = programs[variant];
  if (!program) throw new Error(`there is no program ${variant}`);
  if (variant === 'pouchdb') await filledPouch(dataDir);
  // `app/benchside.js` starts the hub with this.
  if (variant === 'hub') process.env['NODE_COMPILE_CACHE'] = join(builtBench, 'compile-cache');
  await done({ start_ms: await started(program, variant === 'hub' ? id : undefined) });
}

/** Until it prints; for a server until it has answered the guide as well. */
function started(program: string[], guideid: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, program, {
      cwd: peersFolder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let ms: number | undefined;
    const end = (): void => {
      ms = performance.now() - start;
      child.kill('SIGTERM');
    };
    child.stdout.once('data', (data: Buffer) => {
      if (guideid === undefined) return end();
      const { url } = JSON.parse(data.toString('utf8')) as { url: string };
      get(`${url}/guides/${guideid}`, (response) => response.resume().on('end', end)).on('error', reject);
    });
    child.on('exit', (code) => (ms === undefined ? reject(new Error(`it ended with ${code}`)) : resolve(ms)));
  });
}

const sqliteScript = `
  const Database = require('better-sqlite3');
  const [file, id, dictionaryFile] = process.argv.slice(1);
  const dictionary = require('node:fs').readFileSync(dictionaryFile);
  const { body } = new Database(file, { readonly: true }).prepare('SELECT body FROM guide_doc WHERE guideid = ?').get(id);
  process.stdout.write(String(require('node:zlib').zstdDecompressSync(body, { dictionary }).length));
  process.exit();`;

const pouchScript = `
  const PouchDB = require('pouchdb');
  const [path, id] = process.argv.slice(1);
  new PouchDB(path).get(id).then((guide) => { process.stdout.write(guide._id); process.exit(); });`;
