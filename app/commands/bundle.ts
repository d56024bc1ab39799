import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { BundleReader } from '../bundle/bundle-file.ts';
import { exportBundle } from '../bundle/export-bundle.ts';
import { importBundle } from '../bundle/import-bundle.ts';
import { configSchema, logLevelFromEnvironment, objectStoreFromEnvironment } from '../config.ts';
import { openDesk } from '../desk/open.ts';
import { createLog } from '../log.ts';
import { openMedia } from '../media/open-media.ts';
import { Replica } from '../replica/replica.ts';
import { databaseName } from '../store/database-name.ts';
import { UsageError } from '../usage-error.ts';
import type { BundlePictures } from '../../shared/model/bundle.ts';
import { print, printJson, requireData, requireFiles } from './run.ts';

interface ExportOptions {
  data: string;
  pictures: BundlePictures;
  publicUrl?: string;
  json?: boolean;
}

/** `benchside bundle export FILE`: writes what everybody may read at a hub, which may be running, to a file. */
export async function exportToFile(
  file: string,
  { data, pictures, publicUrl, json }: ExportOptions,
): Promise<void> {
  requireData(data);
  const config = configSchema.parse({
    profile: 'hub',
    dataDir: data,
    objectStore: objectStoreFromEnvironment(),
  });
  const log = createLog('bundle', logLevelFromEnvironment());
  const hub = new Replica({ dataDir: data, purpose: 'look', log });
  try {
    const site = publicUrl === undefined ? undefined : `${publicUrl.replace(/\/+$/, '')}/api/2.0`;
    const done = await exportBundle(hub, openMedia(hub, config), file, { pictures, site, log });
    if (json) printJson({ file, ...done });
    else
      print(
        `${done.guides} guides, ${done.wikis} pages and ${done.files} files are in ${file}, with the answers to edits of desks.`,
      );
  } finally {
    hub.close();
  }
}

interface ImportOptions {
  data: string;
  site?: string;
  acceptRemovals?: boolean;
  json?: boolean;
}

/** `benchside bundle import FILE`: takes over what a bundle has that this desk does not. */
export async function importFromFile(
  file: string,
  { data, site, acceptRemovals = false, json }: ImportOptions,
): Promise<void> {
  requireFiles([file]);
  const opened = openDesk(data, site ?? siteOf(file, data));
  try {
    const done = await importBundle({ ...opened.core.ctx, site: opened.site }, file, { acceptRemovals });
    if (json) return printJson({ file, ...done });
    const made = new Date(done.made * 1000).toISOString().slice(0, 16).replace('T', ' ');
    const content = done.isNewer
      ? `${done.guides} guides, ${done.wikis} pages and ${done.pictures} pictures were new here, ${done.removed} were removed`
      : `This desk has newer content, so only ${done.pictures} pictures were taken over`;
    print(
      `${file} is of ${done.name}, made ${made} UTC. ${content}. ${done.arrived} edits of this desk have arrived at the site.`,
    );
  } finally {
    await opened.close();
  }
}

/** Returns the address that a new desk is bound to; `undefined` if the desk has one. */
function siteOf(file: string, data: string): string | undefined {
  if (isBound(data)) return undefined;
  const bundle = new BundleReader(file);
  bundle.close();
  const { site, name } = bundle.manifest;
  if (site === undefined)
    throw new UsageError(
      `The bundle does not contain the address of the hub of ${name}. Give it with --site.`,
    );
  return site;
}

function isBound(dataDir: string): boolean {
  if (!existsSync(join(dataDir, databaseName))) return false;
  const store = new Replica({ dataDir });
  try {
    return store.read(null, (s) => s.meta.get('site-url')) !== undefined;
  } finally {
    store.close();
  }
}
