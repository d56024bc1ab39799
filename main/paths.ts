import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface Paths {
  /** The desk's data folder. */
  data: string;
  /** Chromium's own profile; two programs never share one. */
  userData: string;
  windowState: string;
  /** There while a program runs here. */
  running: string;
  log: string;
  renderer: string;
  preload: string;
  /** What came with the program beside its code. */
  resources: string;
}

export interface Options {
  data: string | undefined;
  site: string | undefined;
  /** Whether this is a kiosk, whatever the setting says. */
  kiosk: boolean;
  /** Process whose end is waited for before a new version is watched (`app/update/guard.ts`). */
  guard: number | undefined;
}

/** Chromium's switches are on the same command line and are none of our business. */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: {
      data: { type: 'string' },
      site: { type: 'string' },
      kiosk: { type: 'boolean' },
      guard: { type: 'string' },
    },
    strict: false,
    allowPositionals: true,
  });
  const guard = Number(text(values['guard']));
  return {
    data: text(values['data']),
    site: text(values['site']),
    kiosk: values['kiosk'] === true,
    guard: Number.isInteger(guard) && guard > 0 ? guard : undefined,
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** With `--data` everything lies in that folder; else in the user's own application folder. */
export function pathsOf(given: {
  data: string | undefined;
  userData: string;
  dist: string;
  resources: string;
}): Paths {
  const data = given.data ?? join(given.userData, 'workshop');
  const userData = given.data === undefined ? given.userData : join(given.data, 'window');
  return {
    data,
    userData,
    windowState: join(userData, 'windows.json'),
    running: join(userData, 'running'),
    log: join(data, 'desk.log'),
    renderer: join(given.dist, 'renderer'),
    preload: join(given.dist, 'main', 'preload.cjs'),
    resources: given.resources,
  };
}
