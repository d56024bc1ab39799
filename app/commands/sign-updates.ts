import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { readPrivateKey } from '../ed25519.ts';
import { isManifest, keyFileName, signManifest, signatureSuffix } from '../update/signature.ts';
import { UsageError } from '../usage-error.ts';
import { print, printJson } from './run.ts';

/**
 * `benchside sign-updates`: signs the output of electron-builder, so that desks accept it. First compares each manifest
 * with the files it names.
 */
export async function signUpdates(
  folder: string,
  options: { key: string; newKey?: boolean; json?: boolean },
): Promise<void> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`There is no folder ${folder}.`);
  if (resolve(dirname(options.key)) === resolve(folder))
    throw new UsageError(
      'A hub serves this folder to everyone. Keep the key in another folder; nothing was signed.',
    );
  const key = options.newKey ? newKey(options.key) : keyIn(options.key);
  const manifests = readdirSync(folder).filter(isManifest);
  const signed = manifests.filter((name) => filesIn(readFileSync(join(folder, name), 'utf8')).length > 0);
  if (signed.length === 0)
    throw new UsageError(
      `There is no manifest in ${folder}, such as latest-linux.yml. electron-builder makes it.`,
    );
  for (const name of signed) {
    const text = readFileSync(join(folder, name));
    for (const file of filesIn(text.toString('utf8'))) await assertSame(folder, name, file);
    writeForAll(join(folder, `${name}${signatureSuffix}`), `${signManifest(name, text, key)}\n`);
  }
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  writeForAll(join(folder, keyFileName), publicKey);
  if (options.json) printJson({ signed, key: join(folder, keyFileName) });
  else print(`Signed: ${signed.join(', ')}. Desks check it with ${join(folder, keyFileName)}.`);
}

/** Makes a file readable for all, because another program may serve the folder. */
function writeForAll(file: string, content: string | Buffer): void {
  writeFileSync(file, content);
  chmodSync(file, 0o644);
}

function newKey(file: string): KeyObject {
  if (existsSync(file)) throw new UsageError(`${file} exists already and was not changed.`);
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  return privateKey;
}

function keyIn(file: string): KeyObject {
  if (!existsSync(file))
    throw new UsageError(
      `There is no key ${file}. Make one with --new-key, and keep it where only you can read it.`,
    );
  try {
    return readPrivateKey(readFileSync(file));
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    throw new UsageError(`${file} is not a private Ed25519 key in PEM form: ${message}.`);
  }
}

interface NamedFile {
  name: string;
  sha512: string;
}

/** Returns the files that a manifest lists. electron-builder uses a small part of YAML. */
function filesIn(manifest: string): NamedFile[] {
  const entry = /^ +- url: (?<name>.+)\r?\n +sha512: (?<sha512>\S+)/gm;
  return [...manifest.matchAll(entry)].map(({ groups }) => ({
    name: decodeURIComponent((groups?.['name'] ?? '').trim().replaceAll(/^['"]|['"]$/g, '')),
    sha512: groups?.['sha512'] ?? '',
  }));
}

async function assertSame(folder: string, manifest: string, { name, sha512 }: NamedFile): Promise<void> {
  const file = join(folder, name);
  if (basename(name) !== name || !existsSync(file))
    throw new UsageError(`${manifest} names ${name}, which is not in ${folder}. Nothing was signed for it.`);
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  if (hash.digest('base64') !== sha512)
    throw new UsageError(`${name} does not match its checksum in ${manifest}. Nothing was signed for it.`);
}
