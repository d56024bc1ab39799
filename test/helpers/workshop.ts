import { testCore } from './core.ts';
import type { TestCore } from './core.ts';
import { addUser } from './pair.ts';

/** A hub with a person of each role. */
export interface Workshop extends AsyncDisposable {
  core: TestCore;
  admin: string;
  author: string;
  technician: string;
}

export async function workshop(): Promise<Workshop> {
  const core = testCore();
  return {
    core,
    admin: await addUser(core, 'admin@example.org', 'admin'),
    author: await addUser(core, 'author@example.org', 'author'),
    technician: await addUser(core, 'tech@example.org', 'technician'),
    [Symbol.asyncDispose]: () => core[Symbol.asyncDispose](),
  };
}
