import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { invariant } from '../../shared/assert.ts';
import { PostgresServer, versionsWithStandbys } from '../helpers/postgres.ts';
import { succeed } from '../helpers/process.ts';
import { bucket, keyId, secret, startS3 } from '../helpers/s3.ts';
import type { S3Server } from '../helpers/s3.ts';
import { Random } from '../simulate/random.ts';
import { ask } from './http.ts';
import { Machine, freePort, pause } from './machine.ts';
import { program } from './program.ts';
import { openProxy } from './proxy.ts';
import type { ChaosSite, Template } from './site.ts';
import { openRelay } from './relay.ts';
import type { Relay } from './relay.ts';
import type { ChaosWorld } from './world.ts';

const place = `s3://${bucket}/chaos`;

/** Seconds after which hubs must answer again once the database works, even on a slow machine. */
const secondsToReady = 300;

/** Most failovers of an episode. */
const mostFailovers = 3;

interface Parts {
  /** One behind each relay: the primary and its standby, in any order. */
  readonly servers: PostgresServer[];
  readonly relays: readonly Relay[];
  readonly storage: S3Server;
}

/** Two hubs behind a balancer, PostgreSQL with a synchronous standby, and an object storage. */
export class SharedHubs implements ChaosSite {
  readonly machines: readonly Machine[];
  readonly port: number;
  readonly restored = 0;
  private failovers = 0;
  /** The index of the primary. */
  private primary = 0;
  private readonly world: ChaosWorld;
  private readonly parts: Parts;
  private readonly disposal: AsyncDisposableStack;

  private constructor(
    world: ChaosWorld,
    parts: Parts,
    machines: readonly Machine[],
    port: number,
    disposal: AsyncDisposableStack,
  ) {
    this.world = world;
    this.parts = parts;
    this.machines = machines;
    this.port = port;
    this.disposal = disposal;
  }

  static async start(template: Template, world: ChaosWorld): Promise<SharedHubs> {
    const [version] = versionsWithStandbys;
    if (!version) throw new Error("Install Debian's package postgresql: it makes the standby.");
    await using disposal = new AsyncDisposableStack();
    const primary = await PostgresServer.create(version.bin);
    const servers = [primary, await PostgresServer.standbyOf(primary)];
    disposal.defer(async () => {
      for (const server of servers) await server[Symbol.asyncDispose]();
    });
    const relays = [
      disposal.use(await openRelay(() => servers[0]?.port ?? 0)),
      disposal.use(await openRelay(() => servers[1]?.port ?? 0)),
    ];
    const storage = disposal.use(await startS3());
    const env = {
      BENCHSIDE_S3_ENDPOINT: storage.endpoint,
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
    };
    const database = `postgres://benchside@${relays.map(({ address }) => address).join(',')}/postgres`;
    const first = join(world.folder, 'hub1');
    cpSync(template.path, first, { recursive: true });
    await succeed(['move-media', '--data', first, '--to', place], { env, program });
    await succeed(['move-hub', 'postgres', '--data', first, '--database', database], { env, program });
    const machines: Machine[] = [];
    const ports = new Map<Machine, number>();
    for (const name of ['hub1', 'hub2']) {
      const port = await freePort();
      const data = join(world.folder, name);
      const shared = ['--database', database, '--media', place];
      const args = ['hub', '--data', data, '--port', String(port), ...shared];
      const machine = disposal.use(new Machine(name, data, args, env));
      await machine.start();
      machines.push(machine);
      ports.set(machine, port);
    }
    const random = new Random(world.seed + 3);
    const balancer = disposal.use(
      await openProxy(() => {
        const machine = random.pick(machines.filter(({ runs }) => runs));
        return machine && ports.get(machine);
      }, random),
    );
    const parts = { servers, relays, storage };
    return new SharedHubs(world, parts, machines, balancer.port, disposal.move());
  }

  /** Cuts the connections of the hubs with the database. */
  cutDatabase(): void {
    for (const relay of this.parts.relays) relay.cut();
  }

  get hasStorage(): boolean {
    return this.parts.storage.fault === undefined;
  }

  /** Makes the object storage fail, or work again. */
  set hasStorage(to: boolean) {
    this.parts.storage.fault = to ? undefined : (request) => request.socket.destroy();
  }

  get mayFailOver(): boolean {
    return this.failovers < mostFailovers;
  }

  /**
   * Kills the primary. The hubs must refuse with a message until the standby takes over, and then answer again without a restart. A base
   * backup of the new primary becomes its standby.
   */
  async failOver(): Promise<void> {
    const { servers } = this.parts;
    const dead = this.primary;
    const [primary, standby] = dead === 0 ? servers : servers.toReversed();
    invariant(primary && standby, 'there is a server behind each relay');
    this.failovers += 1;
    await primary.signal('SIGKILL');
    const killed = performance.now();
    const since = (begun: number): string => `${Math.round(performance.now() - begun)} ms`;
    for (const { name, url } of this.running()) {
      const { status, text } = await ask(url, '', 'GET /guides?limit=1');
      this.world.note(`${name} answers ${status} without its database, ${since(killed)} after the kill`);
      if (status !== 503 || !text.includes('database'))
        this.world.reportViolation(`${name} answers ${status} without its database: ${text.slice(0, 200)}`);
    }
    await standby.promote();
    const promoted = performance.now();
    for (const machine of this.running()) {
      // Not `/readyz`: the object storage may be away as well.
      await this.untilAnswers(machine.name, machine.url, 'GET /guides?limit=1');
      this.world.note(`${machine.name} answers again ${since(promoted)} after the standby took over`);
    }
    await primary[Symbol.asyncDispose]();
    servers[dead] = await PostgresServer.standbyOf(standby);
    this.primary = 1 - dead;
    this.world.note(`the dead server is a standby again, for failover ${this.failovers + 1}`);
  }

  async heal(): Promise<void> {
    this.hasStorage = true;
    for (const machine of this.machines) if (!machine.runs) await machine.start();
    for (const { name, url } of this.machines)
      await this.untilAnswers(name, new URL(url).origin, 'GET /readyz');
  }

  private running(): Machine[] {
    return this.machines.filter(({ runs }) => runs);
  }

  private async untilAnswers(name: string, url: string, route: string): Promise<void> {
    for (const until = performance.now() + secondsToReady * 1000; performance.now() < until; await pause(50))
      if ((await ask(url, '', route)).status === 200) return;
    this.world.reportViolation(
      `${name} does not answer ${route} ${secondsToReady} s after the database works again`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.disposal.disposeAsync();
  }
}
