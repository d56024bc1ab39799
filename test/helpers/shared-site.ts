import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { json, password, serve, succeed } from './process.ts';
import type { Server } from './process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const email = 'ann@example.org';

/** `benchside user add` of an author whom `signIn` signs in; the data folder and the database are still to be given. */
export const addAnn = ['user', 'add', email, '--name', 'Ann', '--role', 'author', '--password-stdin'];

/** A site in a database of its own, with a folder for each process and one for everybody's pictures. */
export class SharedSite implements AsyncDisposable {
  readonly database: string;
  readonly folder = temporaryFolder();
  private readonly hubs: Server[] = [];

  constructor(database: string) {
    this.database = database;
  }

  data(name: string): string {
    return join(this.folder.path, name);
  }

  get shared(): string[] {
    return ['--database', this.database, '--media', join(this.folder.path, 'pictures')];
  }

  async start(name: string, env: Record<string, string> = {}): Promise<Server> {
    const hub = await serve(['hub', '--data', this.data(name), '--port', '0', ...this.shared], { env });
    this.hubs.push(hub);
    return hub;
  }

  async addAnn(): Promise<void> {
    const site = ['--data', this.data('command'), '--database', this.database];
    await succeed([...addAnn, ...site], { stdin: password });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const hub of this.hubs) await hub.kill('SIGKILL');
    this.folder[Symbol.dispose]();
  }
}

export const signIn = async ({ url }: Server, as = email): Promise<string> => {
  const body = JSON.stringify({ email: as, password });
  return (await json<{ authToken: string }>(`${url}/user/token`, { method: 'POST', body })).authToken;
};

interface Edit {
  token: string;
  title: string;
  key?: string;
}

export const makeGuide = (hub: Server, { token, title, key = randomUUID() }: Edit): Promise<Response> =>
  fetch(`${hub.url}/guides`, {
    method: 'POST',
    headers: { Authorization: `api ${token}`, 'Idempotency-Key': key },
    body: JSON.stringify({ category: 'Pump', type: 'teardown', title, public: true }),
  });

export const titlesAt = async (hub: Server): Promise<string[]> =>
  (await json<{ title: string }[]>(`${hub.url}/guides?limit=100`)).map(({ title }) => title).sort();
