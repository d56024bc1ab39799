import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';

import { build } from 'vite';

import { databaseName } from '../../app/store/database-name.ts';
import { dictionary } from '../../app/store/dictionary.ts';
import { hubOf } from '../data/build.ts';
import { done } from '../process.ts';
import type { Job } from '../process.ts';
import { filledPouch } from '../servers/pouch.ts';

const root = join(import.meta.dirname, '..', '..');
const bundles = join(import.meta.dirname, '..', 'node_modules', '.bench');
const bundle = (entry: string): string => join(bundles, `${entry}.js`);
/** What stored documents are unpacked with, for the program that has nothing of ours. */
const dictionaryFile = join(bundles, 'dictionary');

/** The programs as they are shipped: bundled. Into a folder below `bench`, where native modules are found. */
export async function bundleForStart(): Promise<void> {
  await build({
    configFile: join(root, 'vite.node.config.ts'),
    logLevel: 'warn',
    build: {
      outDir: bundles,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          core: new URL('../cold-core.ts', import.meta.url).pathname,
          cli: join(root, 'app', 'cli.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  // As beside the shipped program: without it, Node parses each file once more to find out what it is.
  writeFileSync(join(bundles, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(dictionaryFile, dictionary);
}

/** Milliseconds from the start of a program to its first guide. */
export async function cold({ dataDir, variant, size }: Job): Promise<void> {
  const id = String(Math.floor(size / 2));
  const programs: Record<string, string[]> = {
    node: ['-e', "process.stdout.write('first')"],
    sqlite: ['-e', sqliteScript, join(hubOf(dataDir), databaseName), id, dictionaryFile],
    pouchdb: ['-e', pouchScript, join(dataDir, 'pouchdb', 'guides'), `g${id.padStart(7, '0')}`],
    core: [bundle('core'), hubOf(dataDir), id],
    hub: [bundle('cli'), 'hub', '--data', hubOf(dataDir), '--port', '0'],
  };
  const program = programs[variant];
  if (!program) throw new Error(`there is no program ${variant}`);
  if (variant === 'pouchdb') await filledPouch(dataDir);
  await done({ start_ms: await started(program, variant === 'hub' ? id : undefined) });
}

/** Until it prints; for a server until it has answered the guide as well. */
function started(program: string[], guideid: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const cwd = join(import.meta.dirname, '..');
    const child = spawn(process.execPath, program, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
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
