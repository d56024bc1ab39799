import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});

export interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX expression; empty where the lock file has none. */
  licence: string;
  /** Its folder, from the root of the project. */
  path: string;
}

/**
 * Returns the npm packages whose code is in a package of Benchside, from the lock file: everything the program depends on, and
 * Electron. Packages for single platforms are optional dependencies, which `electron-builder.yml` leaves out.
 */
export function shippedPackages(): ShippedPackage[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional, optional }]) =>
        path === 'node_modules/electron' || (path !== '' && !dev && !devOptional && !optional),
    )
    .map(([path, { version = '', license = '' }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      path,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the texts of licences and notices that a package brings along. */
export const licenceTexts = ({ path }: ShippedPackage): string[] =>
  readdirSync(join(root, path))
    .filter((file) => /^(?:licen[cs]e|copying|notice|third.?party)[^/]*$/i.test(file))
    .toSorted()
    .map((file) => readFileSync(join(root, path, file), 'utf8').trim());
