import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { app, dialog } from 'electron';

import { logTo } from '../app/log.ts';
import type { Logger } from '../app/log.ts';
import { mainTexts } from './texts.ts';

const endsLogged = 20;

/** Starts the log in the data folder, which remains when windows do not, and reports failures there and in a dialog. */
export function watchForCrashes(file: string, level: string): Logger {
  mkdirSync(dirname(file), { recursive: true });
  const log = logTo(file, 'desk', level);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'an unhandled promise rejection'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'Benchside stopped');
    const { stopped, stoppedBody } = mainTexts.dialog;
    dialog.showErrorBox(stopped, stoppedBody(file, error.message));
    app.exit(1);
  });
  let ended = 0;
  app.on('child-process-gone', (_event, details) => {
    // Chromium restarts a failing process endlessly.
    if (details.reason !== 'clean-exit' && ended++ < endsLogged)
      log.error({ details }, 'a helper process ended');
  });
  return log;
}
