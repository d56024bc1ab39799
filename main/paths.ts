import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface Paths {
  /** The desk's data folder. */
  data: string;
  /** Chromium's own profile; two programs never share one. */
  userData: string;
  windowState: string;
  log: string;
  renderer: string;
  preload: string;
}

export interface Options {
  data: string | undefined;
  site: string | undefined;
}

/** Chromium's switches are on the same command line and are none of our business. */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { data: { type: 'string' }, site: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  return { data: text(values['data']), site: text(values['site']) };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** With `--data` everything lies in that folder; else in the user's own application folder. */
export function pathsOf(given: { data: string | undefined; userData: string; dist: string }): Paths {
  const data = given.data ?? join(given.userData, 'workshop');
  const userData = given.data === undefined ? given.userData : join(given.data, 'window');
  return {
    data,
    userData,
    windowState: join(userData, 'window-state.json'),
    log: join(data, 'desk.log'),
    renderer: join(given.dist, 'renderer'),
    preload: join(given.dist, 'main', 'preload.cjs'),
  };
}
