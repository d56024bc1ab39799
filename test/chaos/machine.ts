import { globSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { serve } from '../helpers/process.ts';
import type { Finished, Server } from '../helpers/process.ts';
import { program } from './program.ts';

/** The library of Debian's package `faketime`. Without it no clock is set. */
const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

export const hasClocks = library !== undefined;

/** One process of the program on a data folder of its own, which can be killed and started again. */
export class Machine implements AsyncDisposable {
  readonly name: string;
  readonly data: string;
  private readonly args: readonly string[];
  private readonly settings: Record<string, string>;
  private readonly clock: string;
  private server: Server | undefined;
  /** One line for each process that ended without being killed, with its last output. */
  readonly crashes: string[] = [];

  constructor(name: string, data: string, args: readonly string[], settings: Record<string, string> = {}) {
    this.name = name;
    this.data = data;
    this.args = args;
    this.settings = settings;
    this.clock = `${data}.clock`;
    this.setClock(0);
  }

  get url(): string {
    if (!this.server) throw new Error(`${this.name} does not run`);
    return this.server.url;
  }

  get runs(): boolean {
    return this.server !== undefined;
  }

  /** Environment of every process on this machine. */
  get env(): Record<string, string> {
    const quiet = { ...this.settings, BENCHSIDE_LOG: 'error' };
    if (library === undefined) return quiet;
    return {
      ...quiet,
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
  }

  /** @param seconds by which the machine's clock is wrong from now on, also for a running process */
  setClock(seconds: number): void {
    writeFileSync(this.clock, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s`);
  }

  async start(): Promise<void> {
    const server = await serve(this.args, { env: this.env, program });
    this.server = server;
    void this.watch(server);
  }

  /** Resolves when the process has ended. */
  async kill(signal: NodeJS.Signals): Promise<Finished | undefined> {
    const { server } = this;
    this.server = undefined;
    return server?.kill(signal);
  }

  /** Records a process that ends without being killed. */
  private async watch(server: Server): Promise<void> {
    const { code, stderr } = await server.finished;
    if (this.server !== server) return;
    this.server = undefined;
    this.crashes.push(`${this.name} ended by itself (${code}): ${stderr.slice(-500)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill('SIGKILL');
  }
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const pause = (ms: number): Promise<unknown> => wait(ms);
