import { join } from 'node:path';
import { parseArgs } from 'node:util';

export interface Paths {
  data: string;
  /** Chromium's profile; two programs never share one. */
  userData: string;
  windowState: string;
  /** A file that exists while a program runs here. */
  running: string;
  log: string;
  renderer: string;
  preload: string;
  /** Files shipped with the program beside its code. */
  resources: string;
}

export interface Options {
  data: string | undefined;
  site: string | undefined;
  /** Forces kiosk mode, whatever the setting says. */
  kiosk: boolean;
  /** The process to wait for before watching a new version (`app/update/guard.ts`). */
  guard: number | undefined;
}

/** Ignores unknown options, because Chromium's switches are on the same command line. */
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

/** Returns paths in the `--data` folder if given, else in the user's application folder. */
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
