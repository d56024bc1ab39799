/** Checks for the system packages that end-to-end tests need, and installs them if it may. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A required package. Newer Debians and Ubuntus add `t64` to some package names. */
interface Need {
  readonly packages: readonly [string, ...string[]];
  readonly found: (machine: Machine) => boolean;
  /** True if tests also run without it. */
  readonly optional?: true;
}

interface Machine {
  readonly hasCommand: (name: string) => boolean;
  readonly hasLibrary: (soname: string) => boolean;
  readonly hasFont: () => boolean;
}

const needs: readonly Need[] = [
  { packages: ['xvfb'], found: (machine) => machine.hasCommand('xvfb-run') && machine.hasCommand('Xvfb') },
  { packages: ['xauth'], found: (machine) => machine.hasCommand('xauth') },
  // The headless shell needs two thirds of the processor time of the whole browser.
  {
    packages: ['chromium-headless-shell'],
    found: (machine) => machine.hasCommand('chromium-headless-shell'),
    optional: true,
  },
  {
    packages: ['chromium'],
    found: (machine) => ['chromium-headless-shell', 'chromium'].some(machine.hasCommand),
  },
  { packages: ['libgtk-3-0t64', 'libgtk-3-0'], found: (machine) => machine.hasLibrary('libgtk-3.so.0') },
  { packages: ['libgbm1'], found: (machine) => machine.hasLibrary('libgbm.so.1') },
  { packages: ['libnss3'], found: (machine) => machine.hasLibrary('libnss3.so') },
  { packages: ['libasound2t64', 'libasound2'], found: (machine) => machine.hasLibrary('libasound.so.2') },
  // Sets wrong clocks, for `npm run chaos`.
  { packages: ['faketime'], found: (machine) => machine.hasCommand('faketime') },
  // Hubs of a shared site are tested on Debian's PostgreSQL, too.
  {
    packages: ['postgresql'],
    found: () => globSync('/usr/lib/postgresql/*/bin/pg_basebackup').length > 0,
  },
  { packages: ['fonts-dejavu-core'], found: (machine) => machine.hasFont() },
];

export type Readiness = { readonly ready: true } | { readonly unavailable: string };

/** Installs missing packages (as root on a Debian), or prints the one command that a person must run. */
export function prepareMachine(): Readiness {
  if (process.platform !== 'linux') return { ready: true };
  const missing = missingNeeds();
  const canInstall = lookAtMachine().hasCommand('apt-get');
  if (canInstall && process.getuid?.() === 0 && missing.length > 0) return install(missing);
  const required = names(missing.filter(isRequired)).join(' ');
  if (required === '') return { ready: true };
  if (!canInstall) return { unavailable: `Install what these Debian packages hold: ${required}` };
  const command = `sudo apt-get install -y --no-install-recommends ${required}`;
  return { unavailable: `Packages are missing. Run: sudo apt-get update && ${command}` };
}

function install(missing: readonly Need[]): Readiness {
  console.log(`Installing ${names(missing).join(', ')}`);
  apt(['update', '-qq']);
  const packages = missing.map(({ packages }) => packages.find(isKnown) ?? packages[0]);
  const installed = apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  const left = missingNeeds().filter(isRequired);
  if (left.length === 0) return { ready: true };
  return {
    unavailable:
      installed === 0
        ? `Installed, yet not found on this machine: ${names(left).join(' ')}`
        : `apt-get could not install ${packages.join(' ')}`,
  };
}

const isRequired = ({ optional }: Need): boolean => !optional;

function apt(parameters: readonly string[]): number | null {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // dpkg prints a hundred lines for each package; its errors go to stderr.
  const patience = ['-o', 'Acquire::Retries=3', '-o', 'DPkg::Lock::Timeout=120'];
  return spawnSync('apt-get', [...patience, ...parameters], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    .status;
}

function isKnown(name: string): boolean {
  return spawnSync('apt-cache', ['show', '--no-all-versions', name], { stdio: 'ignore' }).status === 0;
}

function missingNeeds(): readonly Need[] {
  const machine = lookAtMachine();
  return needs.filter((need) => !need.found(machine));
}

function lookAtMachine(): Machine {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  const ldconfig = ['/sbin/ldconfig', '/usr/sbin/ldconfig'].find((file) => existsSync(file)) ?? 'ldconfig';
  const libraries = spawnSync(ldconfig, ['-p'], { encoding: 'utf8' }).stdout ?? '';
  return {
    hasCommand: (name) => folders.some((folder) => existsSync(join(folder, name))),
    hasLibrary: (soname) => libraries.includes(`\t${soname} `),
    hasFont: () => globSync('/usr/share/fonts/**/*.{ttf,otf}').length > 0,
  };
}

function names(missing: readonly Need[]): readonly string[] {
  // The last name is Debian 12's.
  return missing.map(({ packages }) => packages.at(-1) ?? packages[0]);
}

if (import.meta.main) {
  const readiness = prepareMachine();
  if ('unavailable' in readiness) {
    console.error(readiness.unavailable);
    process.exitCode = 1;
  }
}
