import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addAccount, benchside, json, password, succeed } from '../helpers/process.ts';
import type { Finished } from '../helpers/process.ts';
import { Random } from '../simulate/random.ts';
import type { Seat } from './actor.ts';
import { ask } from './http.ts';
import { Machine, freePort } from './machine.ts';
import { everybody, shifts } from './people.ts';
import type { ChaosPerson } from './people.ts';
import { buildProgram, program, removeProgram } from './program.ts';
import { openProxy } from './proxy.ts';
import type { Proxy } from './proxy.ts';
import { ChaosWorld } from './world.ts';

/** A desk behind its proxy, and the people who have signed in there. */
export interface ChaosDesk {
  readonly machine: Machine;
  readonly proxy: Proxy;
  /** People who work here, or have to sign in here so that their edits can be sent. */
  readonly people: ChaosPerson[];
  /** Tokens of the desk, by name. */
  readonly tokens: Map<string, string>;
}

/** An export of a desk's pending edits, on its way to another desk. */
export interface Stick {
  readonly file: string;
  readonly from: ChaosDesk;
}

/** A copy of a hub at one moment. */
export interface HubCopy {
  readonly path: string;
  /** Made by `benchside backup`, or by copying the folder of a stopped hub. */
  readonly kind: 'file' | 'folder';
}

/** The initial state of episodes. */
export interface Template extends Disposable {
  /** A hub's folder with everyone's account, to copy. */
  readonly path: string;
}

/** Builds the program, and makes a hub with it. */
export async function makeTemplate(): Promise<Template> {
  await buildProgram();
  const path = mkdtempSync(join(tmpdir(), 'benchside-chaos-template-'));
  for (const { username, role } of everybody) await addAccount(path, username, role, { program });
  await succeed(['settings', 'langids', 'en,de', '--data', path], { program });
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(path, { recursive: true, force: true });
      removeProgram();
    },
  };
}

/** A hub, three desks, and a proxy before each, all real. */
export class Rig implements AsyncDisposable {
  readonly world: ChaosWorld;
  readonly hub: Machine;
  readonly desks: ChaosDesk[] = [];
  /** Tokens of the hub itself, by name; no event of an episode ends them. */
  readonly hubTokens = new Map<string, string>();
  /** Sticks that were not imported at another desk yet. */
  readonly sticks: Stick[] = [];
  /** Newest first. */
  readonly hubCopies: HubCopy[] = [];
  /** Number of times that the hub was restored to a copy. */
  restored = 0;
  private readonly port: number;
  private readonly random: Random;

  private constructor(world: ChaosWorld, port: number) {
    this.world = world;
    this.port = port;
    this.random = new Random(world.seed + 1);
    const data = join(world.folder, 'hub');
    this.hub = new Machine('hub', data, ['hub', '--data', data, '--port', String(port)]);
  }

  static async start(template: Template, seed: number, verbose: boolean): Promise<Rig> {
    const folder = mkdtempSync(join(tmpdir(), 'benchside-chaos-'));
    const rig = new Rig(new ChaosWorld(seed, folder, verbose), await freePort());
    cpSync(template.path, rig.hub.data, { recursive: true });
    await rig.hub.start();
    for (const person of everybody) await rig.signInAtHub(person);
    for (const people of shifts) await rig.addDesk(people);
    return rig;
  }

  /** Returns the place of a person at a desk; `undefined` while it does not run or they are signed out. */
  seat({ machine, tokens }: ChaosDesk, { username }: ChaosPerson): Seat | undefined {
    const token = tokens.get(username);
    return machine.runs && token !== undefined ? { name: machine.name, api: machine.url, token } : undefined;
  }

  hubSeat({ username }: ChaosPerson): Seat {
    return { name: 'hub', api: this.hub.url, token: this.hubTokens.get(username) ?? '' };
  }

  /** @returns whether the desk accepted the password */
  async signIn(desk: ChaosDesk, { username, email }: ChaosPerson): Promise<boolean> {
    const { status, text } = await ask(desk.machine.url, '', 'POST /user/token', { email, password });
    if (status === 201 || status === 200)
      desk.tokens.set(username, (JSON.parse(text) as { authToken: string }).authToken);
    this.world.note(
      `${username} signs in at ${desk.machine.name} → ${status} ${status > 201 ? text.slice(0, 160) : ''}`,
    );
    return status === 200 || status === 201;
  }

  /** Runs `benchside …` as another process on a desk's machine, perhaps beside the desk itself. */
  command({ machine }: ChaosDesk, args: readonly string[]): Promise<Finished> {
    return benchside([...args, '--data', machine.data], { env: machine.env, program });
  }

  /** Copies the hub in its present state. */
  async backUpHub(kind: HubCopy['kind']): Promise<void> {
    const path = join(this.world.folder, `hub-copy-${this.hubCopies.length + 1}`);
    if (kind === 'file') {
      const { code, stderr } = await this.hubCommand(['backup', path]);
      if (code !== 0) this.world.violation(`benchside backup ends with ${code}: ${stderr.slice(0, 300)}`);
    } else {
      await this.hub.kill('SIGTERM');
      cpSync(this.hub.data, path, { recursive: true });
      await this.hub.start();
    }
    this.hubCopies.unshift({ path, kind });
  }

  /** Restores the hub from a copy, so that later changes are lost. Its people sign in to it again. */
  async restoreHub({ path, kind }: HubCopy): Promise<void> {
    await this.hub.kill('SIGKILL');
    if (kind === 'file') {
      const { code, stderr } = await this.hubCommand(['restore', path, '--replace']);
      if (code !== 0) this.world.violation(`benchside restore ends with ${code}: ${stderr.slice(0, 300)}`);
    } else {
      renameSync(this.hub.data, `${this.hub.data}-lost-${this.restored}`);
      cpSync(path, this.hub.data, { recursive: true });
    }
    this.restored += 1;
    await this.hub.start();
    for (const person of everybody) await this.signInAtHub(person);
  }

  private hubCommand(args: readonly string[]): Promise<Finished> {
    return benchside([...args, '--data', this.hub.data], { env: this.hub.env, program });
  }

  /** Copies the folder to another machine; both continue from here. */
  async clone(desk: ChaosDesk): Promise<void> {
    await desk.machine.kill('SIGKILL');
    const copy = await this.addMachine(`${desk.machine.name} copied`, desk.people);
    cpSync(desk.machine.data, copy.machine.data, { recursive: true });
    for (const [name, token] of desk.tokens) copy.tokens.set(name, token);
    await Promise.all([desk.machine.start(), copy.machine.start()]);
  }

  /** Signs a person in at the hub with a token that only the test uses. */
  async signInAtHub(person: ChaosPerson): Promise<void> {
    const { authToken, userid } = await json<{ authToken: string; userid: number }>(
      `${this.hub.url}/user/token`,
      {
        method: 'POST',
        body: JSON.stringify({ email: person.email, password }),
      },
    );
    this.hubTokens.set(person.username, authToken);
    this.world.userids.set(person.username, userid);
  }

  private async addDesk(people: readonly ChaosPerson[]): Promise<void> {
    const desk = await this.addMachine(`desk${this.desks.length + 1}`, people);
    const [first] = people;
    const login = ['login', '--site', desk.proxy.url, '--email', first?.email ?? '', '--password-stdin'];
    await succeed([...login, '--data', desk.machine.data], { stdin: password, program });
    await desk.machine.start();
    for (const person of people) await this.signIn(desk, person);
  }

  private async addMachine(name: string, people: readonly ChaosPerson[]): Promise<ChaosDesk> {
    const data = join(this.world.folder, name.replaceAll(' ', '-'));
    mkdirSync(data);
    // A copied folder is bound to the address of its hub, so it keeps the proxy of the original.
    const original = this.desks.find(({ machine }) => name.startsWith(machine.name));
    const proxy = original?.proxy ?? (await openProxy(this.port, new Random(this.random.seed())));
    const machine = new Machine(name, data, ['desk', '--data', data, '--site', proxy.url]);
    const desk = { machine, proxy, people: [...people], tokens: new Map<string, string>() };
    this.desks.push(desk);
    return desk;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { machine } of this.desks) await machine.kill('SIGKILL');
    await this.hub.kill('SIGKILL');
    for (const proxy of new Set(this.desks.map((desk) => desk.proxy))) await proxy[Symbol.asyncDispose]();
    rmSync(this.world.folder, { recursive: true, force: true });
  }
}
