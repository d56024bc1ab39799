import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { Logger } from '../../app/log.ts';
import { updateFolder } from '../../app/update/note.ts';
import { prepareUpdate } from '../../app/update/prepare.ts';
import { putProgram } from '../../app/update/program.ts';
import { version } from '../../app/version.ts';
import { phrase } from '../../shared/phrase.ts';
import { errorWords } from '../desk.ts';
import { ownAppImage } from '../system.ts';
import { mainTexts } from '../texts.ts';
import type { WindowSet } from '../window-set.ts';
import type { Updater } from './updater.ts';

export interface ApplyParts {
  dataDir: string;
  windows: WindowSet;
  updater: Updater;
  /** Arguments of the program. */
  parameters: readonly string[];
  log: Logger;
  /** Closes the desk, calls `last`, and ends this process. */
  end(last: () => void): Promise<void>;
}

/** Typed text is stored within 300 ms; after this time no request is pending. */
const settleMs = 1_000;

/**
 * Installs the new version, with a copy of the data before. An AppImage replaces itself, and the previous version
 * watches the first start; otherwise the system's installer does it.
 *
 * @throws Error, as a sentence, if nothing was changed
 */
export async function applyUpdate(parts: ApplyParts): Promise<void> {
  const { dataDir, windows, updater, parameters, log, end } = parts;
  const { ready } = updater;
  if (!ready) return;
  const target = ownAppImage();
  const program = target === undefined ? null : { target, previous: previousOf(dataDir, target) };
  windows.save();
  for (const window of windows.all) window.hide();
  try {
    await setTimeout(settleMs);
    prepareUpdate(dataDir, { from: version, to: ready.version, program });
    if (program) putProgram(program.target, program.previous);
    if (program) putProgram(ready.file, program.target);
  } catch (error) {
    log.error({ err: error }, 'the update did not start');
    for (const window of windows.all) window.show();
    throw new Error(`${mainTexts.update.noRoom} ${phrase(errorWords(error))}`, { cause: error });
  }
  windows.end();
  await end(() => {
    if (program) startGuard(program.previous, parameters);
    else updater.install();
  });
}

const previousOf = (dataDir: string, target: string): string =>
  join(updateFolder(dataDir), 'previous', basename(target));

/** Starts the previous version, which watches its replacement once this process has ended. */
export function startGuard(program: string, parameters: readonly string[]): void {
  spawn(program, [...parameters, `--guard=${process.pid}`], { detached: true, stdio: 'ignore' }).unref();
}
