import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { benchside } from '../helpers/process.ts';
import type { Finished } from '../helpers/process.ts';
import { Machine, freePort } from './machine.ts';
import { program } from './program.ts';
import type { ChaosSite, Template } from './site.ts';
import type { ChaosWorld } from './world.ts';

/** A copy of a hub at one moment. */
export interface HubCopy {
  readonly path: string;
  /** Made by `benchside backup`, or by copying the folder of a stopped hub. */
  readonly kind: 'file' | 'folder';
}

/** A hub that is one process, with SQLite. */
export class OneHub implements ChaosSite {
  readonly machine: Machine;
  readonly port: number;
  /** Newest first. */
  readonly copies: HubCopy[] = [];
  /** Number of times that it was restored to a copy. */
  restored = 0;
  private readonly world: ChaosWorld;

  private constructor(world: ChaosWorld, port: number) {
    this.world = world;
    this.port = port;
    const data = join(world.folder, 'hub');
    this.machine = new Machine('hub', data, ['hub', '--data', data, '--port', String(port)]);
  }

  static async start(template: Template, world: ChaosWorld): Promise<OneHub> {
    const hub = new OneHub(world, await freePort());
    cpSync(template.path, hub.machine.data, { recursive: true });
    await hub.machine.start();
    return hub;
  }

  get machines(): readonly Machine[] {
    return [this.machine];
  }

  async heal(): Promise<void> {
    this.machine.setClock(0);
    if (!this.machine.runs) await this.machine.start();
  }

  /** Backs the hub up. */
  async backUp(kind: HubCopy['kind']): Promise<void> {
    const path = join(this.world.folder, `hub-copy-${this.copies.length + 1}`);
    if (kind === 'file') {
      const { code, stderr } = await this.command(['backup', path]);
      if (code !== 0)
        this.world.reportViolation(`benchside backup ends with ${code}: ${stderr.slice(0, 300)}`);
    } else {
      await this.machine.kill('SIGTERM');
      cpSync(this.machine.data, path, { recursive: true });
      await this.machine.start();
    }
    this.copies.unshift({ path, kind });
  }

  /** Restores the hub from a copy: later changes are lost, also sign-ins. */
  async restore({ path, kind }: HubCopy): Promise<void> {
    await this.machine.kill('SIGKILL');
    if (kind === 'file') {
      const { code, stderr } = await this.command(['restore', path, '--replace']);
      if (code !== 0)
        this.world.reportViolation(`benchside restore ends with ${code}: ${stderr.slice(0, 300)}`);
    } else {
      renameSync(this.machine.data, `${this.machine.data}-lost-${this.restored}`);
      cpSync(path, this.machine.data, { recursive: true });
    }
    this.restored += 1;
    await this.machine.start();
  }

  private command(args: readonly string[]): Promise<Finished> {
    return benchside([...args, '--data', this.machine.data], { env: this.machine.env, program });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.machine.kill('SIGKILL');
  }
}
