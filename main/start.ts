/** `npm start`: runs a desk on a hub with the sample workshop, in a window or else in a browser. Builds what it needs. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { keepToOwner } from '../app/owner-only.ts';
import { electronRuntime } from './trial/electron-runtime.ts';
import { buildAll } from './build.ts';
import { needsBuild } from './needs-build.ts';
import { hasDisplay, openInBrowser } from './trial/browser.ts';
import { freePort } from './trial/ports.ts';
import { startProgram } from './trial/process.ts';
import type { Program } from './trial/process.ts';
import { hasWorkshop, makeWorkshop, sampleTechnician } from './trial/workshop.ts';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'dist/app/cli.js');

/** Arguments after a second `--` are for Electron. */
const { values, positionals: electronSwitches } = parseArgs({
  options: {
    home: { type: 'string', default: join(root, '.benchside') },
    headless: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const home = resolve(values.home);
const hubData = join(home, 'hub');
const deskData = join(home, 'desk');

const technician = sampleTechnician();
const trial = { BENCHSIDE_TRIAL: `${technician.email}:${technician.password}` };
/** Running programs in the order of their start. */
const programs: Program[] = [];
let stopping = false;

// A terminal sends Ctrl-C to every program at once, and npm may pass it on again.
const stopped = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) console.log('\nClosing …');
      stopping = true;
      resolve();
    });
  }
});

process.exitCode = (await run()) ? 0 : 1;
stopping = true;
for (const program of programs.toReversed()) await program.stop();
if (process.exitCode === 0) console.log(`Closed. The data stays in ${home}.`);
process.exit();

/** Resolves when everything should end: `false` after a failure that was reported. */
async function run(): Promise<boolean> {
  if (needsBuild()) {
    console.log('Building Benchside …');
    await buildAll();
  }
  // Only now: the build must stay readable for all accounts.
  keepToOwner();
  mkdirSync(home, { recursive: true });
  if (!stopping && !hasWorkshop(hubData)) {
    console.log(`Setting up the sample workshop in ${home} (only at the first start) …`);
    if (!(await makeWorkshop(cli, hubData)))
      return stopping || failed('The sample workshop could not be set up.');
  }
  if (stopping) return true;
  const site = await startHub();
  if (site === undefined) return stopping;
  const why = values.headless ? 'it was asked for without one' : await openWindow(site);
  if (why === undefined || stopping) return true;
  console.log(`The desk has no window: ${why}.`);
  return openHeadless(site);
}

async function startHub(): Promise<string | undefined> {
  const port = String(await freePort(4810));
  const hub = startProgram(process.execPath, [cli, 'hub', '--data', hubData, '--port', port], {
    log: join(home, 'hub.log'),
  });
  programs.push(hub);
  const ready = await hub.ready;
  if (ready === undefined) {
    if (!stopping) failed(`The hub did not start: ${hub.lastWords()}`);
    return undefined;
  }
  console.log(`The workshop's hub:  ${String(ready['page'] ?? ready['url'])}`);
  void tellEnd(hub);
  return String(ready['url']);
}

async function tellEnd(hub: Program): Promise<void> {
  await hub.ended;
  if (!stopping) console.log('The hub has stopped. The desk continues without it.');
}

/** Runs the desk in a window until it is closed; if that is impossible, returns the reason. */
async function openWindow(site: string): Promise<string | undefined> {
  if (!hasDisplay()) return 'there is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set)';
  const runtime = await electronRuntime();
  if ('unavailable' in runtime) return runtime.unavailable.replace(/\.$/, '');
  if (stopping) return undefined;
  const isRoot = process.getuid?.() === 0;
  const parameters = [
    root,
    '--data',
    deskData,
    '--site',
    site,
    ...(isRoot ? ['--no-sandbox'] : []),
    ...electronSwitches,
  ];
  const desk = startProgram(runtime.executable, parameters, { log: join(home, 'desk.log'), env: trial });
  programs.push(desk);
  if ((await desk.ready) === undefined) return `Electron ended before it had one (${desk.lastWords()})`;
  announce('The desk has a window.');
  await Promise.race([desk.ended, stopped]);
  return undefined;
}

async function openHeadless(site: string): Promise<boolean> {
  const port = String(await freePort(4820));
  const renderer = join(root, 'dist/renderer');
  const desk = startProgram(
    process.execPath,
    [cli, 'desk', '--data', deskData, '--site', site, '--port', port, '--renderer', renderer],
    { log: join(home, 'desk.log'), env: trial },
  );
  programs.push(desk);
  const ready = await desk.ready;
  if (ready === undefined) return stopping || failed(`The desk did not start: ${desk.lastWords()}`);
  const page = String(ready['page']);
  announce(`The desk:            ${page}`);
  if (hasDisplay() && !values.headless) openInBrowser(page);
  await Promise.race([desk.ended, stopped]);
  return stopping || failed(`The desk has stopped: ${desk.lastWords()}`);
}

function announce(where: string): void {
  console.log(
    `${where}\nSigned in as ${technician.username} (${technician.email}, password ${technician.password}).`,
  );
  console.log('Ctrl-C closes it.');
}

function failed(message: string): false {
  console.error(message);
  return false;
}
