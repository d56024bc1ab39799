import { init } from './0001-init.ts';

export interface Migration {
  number: number;
  name: string;
  /** SQL, or a function for what SQL cannot say. Frozen once released: it imports nothing that may change. */
  up: string | ((exec: (sql: string) => void) => void);
}

export const migrations: readonly Migration[] = [{ number: 1, name: 'init', up: init }];
