import type { Vault } from '../../app/identity/vault.ts';
import type { Viewer } from '../../app/store/actor.ts';
import { Replica } from '../../app/replica/replica.ts';
import type { ReplicaWriter } from '../../app/replica/replica.ts';

/** Thrown where the process of a desk ends: nothing in memory survives. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** Opens the sync worker's own connection. The process can die before and after each of its transactions. */
export class WorkerStore extends Replica {
  boundary: (where: string) => void = () => undefined;

  /** Does nothing: the time of checkpoints makes no difference, and each costs time. */
  override checkpoint(): void {
    return undefined;
  }

  override transact<T>(viewer: Viewer, fn: (s: ReplicaWriter) => T): T {
    this.boundary('before a transaction');
    const result = super.transact(viewer, fn);
    this.boundary('after a transaction');
    return result;
  }
}

/** Tokens survive a restart, as with a real key store. */
export const vault: Vault = {
  durable: true,
  keeper: 'system',
  seal: (text) => Buffer.from(text),
  open: (sealed) => sealed.toString(),
};
