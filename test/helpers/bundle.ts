import { exportBundle } from '../../app/bundle/export-bundle.ts';
import type { ExportOptions } from '../../app/bundle/export-bundle.ts';
import { importBundle } from '../../app/bundle/import-bundle.ts';
import type { ImportedBundle } from '../../shared/model/carry.ts';
import { createLog } from '../../app/log.ts';
import { Replica } from '../../app/replica/replica.ts';
import { testCore } from './core.ts';
import type { TestCore } from './core.ts';
import { engineOf, signInAt } from './pair.ts';
import type { Pair } from './pair.ts';
import { stick } from './stick.ts';

const log = createLog('bundle', 'fatal');

/** Exports a bundle of a running hub. @returns its path */
export async function exported(
  hub: TestCore,
  file: string,
  options: Partial<ExportOptions> = {},
): Promise<string> {
  const looking = new Replica({ dataDir: hub.dataDir, purpose: 'look' });
  try {
    await exportBundle(looking, hub.ctx.media, file, { pictures: 'all', log, ...options });
  } finally {
    looking.close();
  }
  return file;
}

export const taken = (desk: TestCore, file: string): Promise<ImportedBundle> =>
  importBundle({ ...desk.ctx, site: desk.ctx.config.site }, file);

export const retitle = async (
  core: TestCore,
  guideid: number,
  token: string,
  title: string,
): Promise<void> => {
  const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${guideid}`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title } });
};

/** Sends Ann's edits of a desk by another one, which has them from a stick. @returns how many have arrived at the hub */
export async function sentByAnother(both: Pair, desk: TestCore): Promise<number> {
  using usb = stick();
  await usb.save(desk);
  await using courier = testCore({ profile: 'desk', site: both.net.url });
  const people = [await signInAt(courier, 'ann')];
  const engine = engineOf(courier, both.net.url);
  await engine.round({ people });
  await usb.take(courier);
  return (await engine.round({ people })).round.pushed ?? 0;
}
