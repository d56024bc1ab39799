import { seedFixture } from '../import/fixture.ts';
import { withHub } from './open-hub.ts';
import { endProgress, print, printJson, progress, requireFiles, printError } from './run.ts';

/** `benchside seed`: loads a fixture into a hub. */
export async function seed(
  file: string,
  options: { data: string; database?: string; json?: boolean },
): Promise<void> {
  requireFiles([file]);
  const unknown: string[] = [];
  const result = await withHub(
    { dataDir: options.data, database: options.database },
    ({ ctx: { store, media } }) =>
      seedFixture(
        file,
        store,
        media,
        (done, total) => progress(`pictures ${done}/${total}`),
        (path, count) => unknown.push(count === 1 ? path : `${path} (${count} times)`),
      ),
  );
  endProgress();
  if (unknown.length > 0) printError(`benchside: left out, unknown: ${unknown.join(', ')}`);
  if (options.json) printJson(result);
  else
    print(
      Object.entries(result)
        .filter(([, n]) => n > 0)
        .map(([name, n]) => `${n} ${name}`)
        .join(', ') || 'The fixture is empty.',
    );
}
