/** Checks a folder that is about to be published: `node resources/release/check-release.ts FOLDER VERSION [SYSTEM…]`. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { parse } from 'yaml';
import { z } from 'zod';

import { readPublicKey } from '../../app/ed25519.ts';
import { isManifest, isSigned, keyFileName, signatureSuffix } from '../../app/update/signature.ts';
import { sbomSchema } from './sbom.ts';
import { shippedPackages } from './shipped-packages.ts';

/** The manifest that desks of each system ask for. */
export const manifestOf = {
  linux: 'latest-linux.yml',
  windows: 'latest.yml',
  macos: 'latest-mac.yml',
} as const;
type System = keyof typeof manifestOf;
const isSystem = (name: string): name is System => Object.hasOwn(manifestOf, name);

export const sbomName = 'benchside.cdx.json';

const manifestSchema = z.object({
  version: z.string(),
  files: z.array(z.object({ url: z.string(), sha512: z.string(), size: z.number() })).min(1),
});

/** Returns what is wrong, as sentences; none if desks will take what is in the folder. */
export async function problemsOf(
  folder: string,
  version: string,
  systems: readonly System[],
): Promise<string[]> {
  const has = (name: string): boolean => existsSync(join(folder, name));
  if (!has(keyFileName))
    return [`There is no ${keyFileName} in ${folder}. Sign it with benchside sign-updates.`];
  const key = readPublicKey(readFileSync(join(folder, keyFileName)));
  const missing = systems
    .map((system) => manifestOf[system])
    .filter((name) => !has(name))
    .map((name) => `There is no ${name}: desks of that system would not see the release.`);
  const manifests = readdirSync(folder).filter(isManifest);
  const wrong = await Promise.all(
    manifests.map(async (name) => {
      const text = readFileSync(join(folder, name));
      const signature = `${name}${signatureSuffix}`;
      const isOurs = has(signature) && isSigned(name, text, readFileSync(join(folder, signature), 'utf8'), key);
      return [
        ...(isOurs ? [] : [`${name} is not signed with the key of ${keyFileName}.`]),
        ...(await problemsOfManifest(folder, name, text.toString('utf8'), version)),
      ];
    }),
  );
  return [...missing, ...wrong.flat(), ...problemsOfSbom(folder, version)];
}

async function problemsOfManifest(
  folder: string,
  name: string,
  text: string,
  version: string,
): Promise<string[]> {
  const { data: manifest } = manifestSchema.safeParse(parse(text));
  if (!manifest) return [`${name} is no manifest of updates.`];
  const other = manifest.version === version ? [] : [`${name} is of version ${manifest.version}.`];
  const files = await Promise.all(
    manifest.files.map(async ({ url, sha512 }) => {
      const file = join(folder, decodeURIComponent(url));
      if (!existsSync(file)) return [`${name} names ${url}, which is not there.`];
      const hash = createHash('sha512');
      await pipeline(createReadStream(file), hash);
      return hash.digest('base64') === sha512 ? [] : [`${url} does not match its checksum in ${name}.`];
    }),
  );
  return [...other, ...files.flat()];
}

function problemsOfSbom(folder: string, version: string): string[] {
  const file = join(folder, sbomName);
  if (!existsSync(file)) return [`There is no ${sbomName}. Make it with resources/release/sbom.ts.`];
  const { data: sbom } = sbomSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!sbom) return [`${sbomName} is no list of software in CycloneDX.`];
  const { metadata, components } = sbom;
  const listed = new Set(components.map((component) => component['bom-ref']));
  return [
    ...(metadata.component.version === version
      ? []
      : [`${sbomName} is of version ${metadata.component.version}.`]),
    ...shippedPackages()
      .map((one) => `${one.name}@${one.version}`)
      .filter((one) => !listed.has(one))
      .map((one) => `${sbomName} does not list ${one}.`),
  ];
}

if (import.meta.main) {
  const [folder = 'release', version = '', ...systems] = process.argv.slice(2);
  const problems = await problemsOf(resolve(folder), version, systems.filter(isSystem));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0) process.stdout.write(`The release ${version} in ${folder} is complete and signed.\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
