import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';

import type { ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import { Provider, parseUpdateInfo, resolveFiles } from 'electron-updater/out/providers/Provider.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';

import { isSigned, keyFileName, readPublicKey, signatureSuffix } from '../../app/update/signature.ts';
import { AppError } from '../../shared/errors.ts';
import { mainTexts } from '../texts.ts';

/** Where a key may lie that new versions are checked with. */
export interface TrustedKeys {
  /** Of the maker, in the package. */
  packaged: string;
  /** Whoever sets up a machine may put one there; that of the site's own hub is kept there when it is seen first. */
  kept: string;
  /** Whether the folder is that of the site's own hub. */
  isHub: boolean;
}

/**
 * A folder of updates on any server. Its manifest is taken only with a signature by a known key: it names each file's hash,
 * which electron-updater compares after the download.
 */
class SignedProvider extends Provider<UpdateInfo> {
  readonly #url: string;
  readonly #keys: TrustedKeys;

  constructor(url: string, keys: TrustedKeys, runtime: ProviderRuntimeOptions) {
    super(runtime);
    this.#url = url;
    this.#keys = keys;
  }

  /** @throws AppError in words for a person */
  async getLatestVersion(): Promise<UpdateInfo> {
    const name = `${this.getDefaultChannelName()}.yml`;
    const text = await this.#read(name);
    const signature = await this.#read(`${name}${signatureSuffix}`);
    const key = await this.#key();
    if (!isSigned(name, Buffer.from(text), signature, key))
      throw new AppError('forbidden', mainTexts.update.badSignature);
    return parseUpdateInfo(text, name, this.#address(name));
  }

  resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    return resolveFiles(info, new URL(this.#url));
  }

  async #key(): Promise<KeyObject> {
    const { packaged, kept, isHub } = this.#keys;
    const file = [kept, packaged].find((one) => existsSync(one));
    if (file === undefined && !isHub) throw new AppError('forbidden', mainTexts.update.noKey);
    if (file === undefined && !isSafe(new URL(this.#url)))
      throw new AppError('forbidden', mainTexts.update.keyOnTheWay);
    const pem = file === undefined ? await this.#read(keyFileName) : readFileSync(file, 'utf8');
    try {
      const key = readPublicKey(pem);
      if (file === undefined) writeFileSync(kept, pem);
      return key;
    } catch (error) {
      throw new AppError('forbidden', mainTexts.update.badKey(file ?? keyFileName), {}, error);
    }
  }

  #address(name: string): URL {
    return new URL(name, this.#url);
  }

  /** @throws AppError for what is not there */
  async #read(name: string): Promise<string> {
    try {
      return (await this.httpRequest(this.#address(name), { 'cache-control': 'no-cache' })) ?? '';
    } catch (error) {
      if (error instanceof Error && 'statusCode' in error && error.statusCode === 404)
        throw new AppError('not-found', mainTexts.update.noManifest, {}, error);
      throw error;
    }
  }
}

/** Whether nobody on the way can have put in a key of their own. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' ||
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  /^127(?:\.\d+){3}$/.test(hostname);

/** @param url of the folder, with a slash at the end */
export const signedProvider = (url: string, keys: TrustedKeys) =>
  class extends SignedProvider {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(url, keys, runtime);
    }
  };

/** The keys of a desk. */
export const trustedKeys = (dataDir: string, resources: string, isHub: boolean): TrustedKeys => ({
  packaged: join(resources, 'updates', keyFileName),
  kept: join(dataDir, keyFileName),
  isHub,
});
