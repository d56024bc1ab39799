import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { Logger } from '../../app/log.ts';
import { updateFolder } from '../../app/update/note.ts';
import { prepareUpdate } from '../../app/update/prepare.ts';
import { putProgram } from '../../app/update/program.ts';
import { version } from '../../app/version.ts';
import { wordsOf } from '../desk.ts';
import { ownAppImage } from '../system.ts';
import { mainTexts } from '../texts.ts';
import type { WindowSet } from '../window-set.ts';
import type { Updater } from './updater.ts';

export interface ApplyParts {
  dataDir: string;
  windows: WindowSet;
  updater: Updater;
  /** What the program is started with. */
  parameters: readonly string[];
  log: Logger;
  /** Closes the desk and ends this process; `last` is done in between. */
  end(last: () => void): Promise<void>;
}

/** What was typed is in the store within 300 ms; after this nothing is on its way any more. */
const settleMs = 1_000;

/**
 * Puts the new version in place, with a copy of the data before. Where it is one file, this program does it itself, and the
 * version before watches its first start; elsewhere the system's installer does it.
 *
 * @throws Error in words, when nothing was changed
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
    log.error({ err: error }, 'the update was not begun');
    for (const window of windows.all) window.show();
    throw new Error(`${mainTexts.update.noRoom} ${wordsOf(error)}`, { cause: error });
  }
  windows.end();
  await end(() => {
    if (program) startGuard(program.previous, parameters);
    else updater.install();
  });
}

const previousOf = (dataDir: string, target: string): string =>
  join(updateFolder(dataDir), 'previous', basename(target));

/** The version before, which watches over the one that takes its place, once this process is gone. */
export function startGuard(program: string, parameters: readonly string[]): void {
  spawn(program, [...parameters, `--guard=${process.pid}`], { detached: true, stdio: 'ignore' }).unref();
}
