import { existsSync, readdirSync, renameSync, rmSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders inside a data folder; they end in `.part`, which a backup leaves out. */
const [restoredName, movingName] = ['restored.part', 'moving.part'];

/** Files by which this process holds the data folder. */
const ofProcess: ReadonlySet<string> = new Set(['benchside.lock', 'benchside.pid']);

/** Keeps the folder of a restored hub until the next start of the hub, which takes it for its own. */
export const keepRestored = (dataDir: string, folder: string): void =>
  renameSync(folder, join(dataDir, restoredName));

/**
 * Replaces the content of a data folder with that of a hub that was restored into it. The folder must be locked and not open. Each step can be
 * repeated, so an interrupted start only has to be started again.
 */
export function takeRestored(dataDir: string): void {
  const [restored, moving] = [join(dataDir, restoredName), join(dataDir, movingName)];
  if (existsSync(restored)) {
    for (const name of readdirSync(dataDir))
      if (name !== restoredName && !ofProcess.has(name))
        rmSync(join(dataDir, name), { recursive: true, force: true });
    renameSync(restored, moving);
  }
  if (!existsSync(moving)) return;
  for (const name of readdirSync(moving)) renameSync(join(moving, name), join(dataDir, name));
  rmdirSync(moving);
}
