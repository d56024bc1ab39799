import { expect, it } from 'vitest';

import { memoryVault } from '../../app/identity/vault.ts';
import { createLog } from '../../app/log.ts';
import { openWindowDesk } from '../../main/desk.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { ann, site } from '../helpers/site.ts';

it('connects once if the form is sent twice', async () => {
  await using at = await site();
  using folder = temporaryFolder();
  const desk = openWindowDesk({
    dataDir: folder.path,
    site: undefined,
    kiosk: false,
    trial: undefined,
    vault: memoryVault(),
    log: createLog('desk', 'fatal'),
    onWentBack: () => undefined,
    onRestored: () => undefined,
  });
  try {
    const wrong = desk.connect({ site: at.api, ...ann, password: 'not the right password' });
    const refusal = wrong.catch((error: unknown) => error);
    const again = [1, 2].map(() => desk.connect({ site: at.api, ...ann }));
    expect(await refusal).toMatchObject({ code: 'unauthorized' });
    expect((await Promise.all(again)).map(({ kind }) => kind)).toEqual(['open', 'open']);
  } finally {
    await desk.close();
  }
});
