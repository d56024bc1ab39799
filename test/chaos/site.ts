import type { Machine } from './machine.ts';

/** The initial state of episodes. */
export interface Template extends Disposable {
  /** A hub's folder with everyone's account, to copy. */
  readonly path: string;
}

/** What desks sync with. */
export interface ChaosSite extends AsyncDisposable {
  /** Port on loopback where it answers. */
  readonly port: number;
  /** Processes of the hub. */
  readonly machines: readonly Machine[];
  /** How often the hub was restored from a copy. */
  readonly restored: number;
  /** Sets clocks right and starts stopped processes. */
  heal(): Promise<void>;
}
