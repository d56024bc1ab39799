import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { downloadAnswer } from '../../../app/api/files/download.ts';
import { hashPassword } from '../../../app/identity/password.ts';
import { temporaryFolder } from '../../helpers/core.ts';

it('a download is of the file that its length was read of, also if a newer one takes its name meanwhile', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'site.bundle');
  writeFileSync(path, 'the older one');
  writeFileSync(`${path}.new`, 'newer');
  // Threads that are busy open the file later.
  const busy = Array.from({ length: 8 }, () => hashPassword('a long enough password'));
  const answer = downloadAnswer({ path, name: 'site.bundle', bytes: 13, mime: 'text/plain' });
  renameSync(`${path}.new`, path);
  expect(await answer.text()).toBe('the older one');
  await Promise.all(busy);
});
