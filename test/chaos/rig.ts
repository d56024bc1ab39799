import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { addAccount, benchside, password, succeed, until } from '../helpers/process.ts';
import type { Finished } from '../helpers/process.ts';
import { Random } from '../simulate/random.ts';
import type { Seat } from './actor.ts';
import { ask } from './http.ts';
import { Machine } from './machine.ts';
import { OneHub } from './one-hub.ts';
import { everybody, shifts } from './people.ts';
import type { ChaosPerson } from './people.ts';
import { buildProgram, program, removeProgram } from './program.ts';
import { openProxy } from './proxy.ts';
import type { Proxy } from './proxy.ts';
import { SharedHubs } from './shared-hubs.ts';
import type { Template } from './site.ts';
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

export interface RigOptions {
  seed: number;
  verbose: boolean;
  /** Two hubs that share a site, and eight desks, in place of one hub and three desks. */
  isShared: boolean;
}

/** A site, desks, and a proxy before each desk, all real. */
export class Rig implements AsyncDisposable {
  readonly world: ChaosWorld;
  readonly site: OneHub | SharedHubs;
  readonly desks: ChaosDesk[] = [];
  /** Tokens of the site itself, by name; no event of an episode ends them. */
  readonly siteTokens = new Map<string, string>();
  /** Sticks that were not imported at another desk yet. */
  readonly sticks: Stick[] = [];
  private readonly random: Random;

  private constructor(world: ChaosWorld, site: OneHub | SharedHubs) {
    this.world = world;
    this.site = site;
    this.random = new Random(world.seed + 1);
  }

  static async start(template: Template, { seed, verbose, isShared }: RigOptions): Promise<Rig> {
    const folder = mkdtempSync(join(tmpdir(), 'benchside-chaos-'));
    const world = new ChaosWorld(seed, folder, verbose);
    const rig = new Rig(world, await (isShared ? SharedHubs : OneHub).start(template, world));
    await rig.signInAtSite();
    for (let desk = 0; desk < (isShared ? 8 : 3); desk += 1)
      await rig.addDesk(shifts[desk % shifts.length] ?? []);
    return rig;
  }

  /** Returns the place of a person at a desk; `undefined` while it does not run or they are signed out. */
  seat({ machine, tokens }: ChaosDesk, { username }: ChaosPerson): Seat | undefined {
    const token = tokens.get(username);
    return machine.runs && token !== undefined ? { name: machine.name, api: machine.url, token } : undefined;
  }

  siteSeat({ username }: ChaosPerson): Seat {
    return { name: 'site', api: this.siteUrl, token: this.siteTokens.get(username) ?? '' };
  }

  private get siteUrl(): string {
    return `http://127.0.0.1:${this.site.port}/api/2.0`;
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

  /** Copies the folder to another machine; both continue from here. */
  async clone(desk: ChaosDesk): Promise<void> {
    await desk.machine.kill('SIGKILL');
    const copy = await this.addMachine(`${desk.machine.name} copied`, desk.people);
    cpSync(desk.machine.data, copy.machine.data, { recursive: true });
    for (const [name, token] of desk.tokens) copy.tokens.set(name, token);
    await Promise.all([desk.machine.start(), copy.machine.start()]);
  }

  /** Signs people in at the site with tokens that only the test uses. */
  async signInAtSite(people: readonly ChaosPerson[] = everybody): Promise<void> {
    for (const { username, email } of people) {
      // A site whose database was just away answers a little later.
      const { text } = await until(
        () => ask(this.siteUrl, '', 'POST /user/token', { email, password }),
        ({ status }) => status === 200 || status === 201,
      );
      const { authToken, userid } = JSON.parse(text) as { authToken: string; userid: number };
      this.siteTokens.set(username, authToken);
      this.world.userids.set(username, userid);
    }
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
    const proxy = original?.proxy ?? (await openProxy(() => this.site.port, new Random(this.random.seed())));
    const machine = new Machine(name, data, ['desk', '--data', data, '--site', proxy.url]);
    const desk = { machine, proxy, people: [...people], tokens: new Map<string, string>() };
    this.desks.push(desk);
    return desk;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { machine } of this.desks) await machine.kill('SIGKILL');
    await this.site[Symbol.asyncDispose]();
    for (const proxy of new Set(this.desks.map((desk) => desk.proxy))) await proxy[Symbol.asyncDispose]();
    rmSync(this.world.folder, { recursive: true, force: true });
  }
}
