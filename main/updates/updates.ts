import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { app, dialog } from 'electron';

import type { Logger } from '../../app/log.ts';
import { updateFolder } from '../../app/update/note.ts';
import type { TrialStart } from '../../app/update/trial-start.ts';
import { version } from '../../app/version.ts';
import type { Desk } from '../desk.ts';
import { sendToWindow } from '../ipc.ts';
import type { SystemNotice } from '../needs.ts';
import { ownAppImage } from '../system.ts';
import { mainTexts } from '../texts.ts';
import type { WindowSet } from '../window-set.ts';
import { applyUpdate } from './apply.ts';
import { tryOut } from './health.ts';
import { Updater } from './updater.ts';

export interface UpdatesParts {
  trial: TrialStart | undefined;
  desk: Desk;
  windows: WindowSet;
  dataDir: string;
  resources: string;
  parameters: readonly string[];
  log: Logger;
  /** Shows a message in a window. */
  tell(words: string): void;
  /** Shows a notice by the system. */
  notify(notice: SystemNotice): void;
  /** Closes the desk, calls `last`, and ends this process. */
  end(last?: () => void): Promise<void>;
}

export interface Updates {
  updater: Updater;
  apply(): Promise<void>;
  /** Runs the trial of a new version at its first start. */
  tryOut(): Promise<void>;
}

const failedTrial = 70;

export function startUpdates(parts: UpdatesParts): Updates {
  const { trial, desk, windows, dataDir, resources, parameters, log, tell, notify, end } = parts;
  const appImage = ownAppImage();
  const updater = new Updater({
    dataDir,
    resources,
    appImage,
    canReplace: appImage !== undefined || isInstalled(resources),
    log,
    onState: (state) => {
      for (const window of windows.all) sendToWindow(window, 'update', state);
      if (state.kind === 'ready')
        notify({
          title: mainTexts.notify.update(state.version),
          body: mainTexts.notify.updateBody,
          place: '/settings',
        });
    },
  });
  desk.onSettings(({ updatesFrom }) => updater.from(sourceOf(updatesFrom, desk.opened()?.site)));

  /** A second run would keep the new version as the one to go back to. */
  let applying: Promise<void> | undefined;

  return {
    updater,
    apply: () =>
      (applying ??= applyUpdate({ dataDir, windows, updater, parameters, log, end }).finally(
        () => (applying = undefined),
      )),
    tryOut: async () => {
      const window = windows.current;
      if (!trial || !window) return;
      const { program, from } = trial.note;
      const problem = await tryOut(trial, desk, window);
      if (problem === undefined) return tell(mainTexts.notice.updated(version));
      log.error({ problem }, 'this version does not run here');
      if (program) app.exit(failedTrial);
      const { trialFailed, trialFailedBody } = mainTexts.dialog;
      dialog.showErrorBox(trialFailed(version), trialFailedBody(problem, updateFolder(dataDir), from));
    },
  };
}

/** Returns the folder for a setting. @param site address of the desk's site, as in `http://host/api/2.0` */
export function sourceOf(
  setting: string,
  site: string | undefined,
): { url: string; isHub: boolean } | undefined {
  if (setting === '' || (setting === 'hub' && site === undefined)) return undefined;
  const isHub = setting === 'hub';
  const folder = isHub ? `${site?.replace(/\/api\/[^/]+\/?$/, '')}/updates` : setting;
  return { url: folder.replace(/\/*$/, '/'), isHub };
}

/** Returns whether an installer can update this program: electron-builder writes the kind of package into it. */
const isInstalled = (resources: string): boolean =>
  app.isPackaged && (process.platform !== 'linux' || existsSync(join(resources, 'package-type')));
