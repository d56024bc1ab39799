import { exportBundle } from '../../app/bundle/export-bundle.ts';
import type { ExportOptions } from '../../app/bundle/export-bundle.ts';
import { importBundle } from '../../app/bundle/import-bundle.ts';
import type { ImportedBundle } from '../../shared/model/carry.ts';
import { createLog } from '../../app/log.ts';
import { Replica } from '../../app/replica/replica.ts';
import type { TestCore } from './core.ts';

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
