import { configSchema, logLevelFromEnvironment } from '../config.ts';
import { createCore } from '../core.ts';
import { seedFixture } from '../import/fixture.ts';
import { lockDataFolder } from '../lock.ts';
import { endProgress, print, printJson, progress } from './run.ts';

/** `benchside seed`: a fixture into a hub. */
export async function seed(file: string, options: { data: string; json?: boolean }): Promise<void> {
  const unlock = lockDataFolder(options.data);
  try {
    const core = createCore(
      configSchema.parse({ profile: 'hub', dataDir: options.data, logLevel: logLevelFromEnvironment() }),
    );
    try {
      const { store, media } = core.ctx;
      const result = await seedFixture(file, store, media, (done, total) => progress(`pictures ${done}/${total}`));
      endProgress();
      if (options.json) printJson(result);
      else print(Object.entries(result).filter(([, n]) => n > 0).map(([name, n]) => `${n} ${name}`).join(', '));
    } finally {
      await core.close();
    }
  } finally {
    unlock();
  }
}
