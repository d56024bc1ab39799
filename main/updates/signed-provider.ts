import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';

import type { ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import { Provider, parseUpdateInfo, resolveFiles } from 'electron-updater/out/providers/Provider.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';

import { readPublicKey } from '../../app/ed25519.ts';
import { isSigned, keyFileName, signatureSuffix } from '../../app/update/signature.ts';
import { limits } from '../../shared/limits.ts';
import type { Limit } from '../../shared/limits.ts';
import { AppError } from '../../shared/errors.ts';
import { mainTexts } from '../texts.ts';

/** Files of keys that new versions are verified with. */
export interface TrustedKeys {
  /** The maker's key in the package. */
  packaged: string;
  /** A key that an administrator placed on this machine, else the key of the site's own hub, stored when first seen. */
  kept: string;
  /** True if updates come from the site's own hub. */
  isHub: boolean;
}

/**
 * A folder of updates on any server. Its manifest is accepted only with a signature by a known key: it contains each
 * file's hash, which electron-updater compares after the download.
 */
class SignedProvider extends Provider<UpdateInfo> {
  readonly #url: string;
  readonly #keys: TrustedKeys;

  constructor(url: string, keys: TrustedKeys, runtime: ProviderRuntimeOptions) {
    super(runtime);
    this.#url = url;
    this.#keys = keys;
  }

  /** @throws AppError, as a sentence for people */
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

  /** Reads a small file. @throws AppError `not-found` for a missing file, `invalid` for a large one */
  async #read(name: string): Promise<string> {
    const options = this.createRequestOptions(this.#address(name), { 'cache-control': 'no-cache' });
    try {
      return (await requestWithin(this.executor, options, limits.update)) ?? '';
    } catch (error) {
      if (error instanceof Error && 'statusCode' in error && error.statusCode === 404)
        throw new AppError('not-found', mainTexts.update.noManifest, {}, error);
      throw error;
    }
  }
}

type Executor = ProviderRuntimeOptions['executor'];
type RequestOptions = Parameters<Executor['request']>[0];

/** Requests by electron-updater, which joins an answer of any length, and end it at the limits. */
async function requestWithin(
  executor: Executor,
  options: RequestOptions,
  most: { file: Limit; time: Limit },
): Promise<string | null> {
  const ended = Promise.withResolvers<never>();
  let stop = (): void => undefined;
  const end = (error: Error): void => {
    ended.reject(error);
    stop();
  };
  const createRequest: Executor['createRequest'] = (given, callback) => {
    let length = 0;
    const request = executor.createRequest(given, (response: NodeJS.EventEmitter) => {
      response.on('data', (chunk: string | Buffer) => {
        length += chunk.length;
        if (length > most.file.max) end(new AppError('invalid', mainTexts.update.tooLarge));
      });
      callback(response);
    });
    stop = () => request.abort();
    return request;
  };
  const seconds = most.time.max;
  const timer = setTimeout(() => end(new Error(`no answer within ${seconds} seconds`)), seconds * 1000);
  const limited = Object.assign(Object.create(executor) as Executor, { createRequest });
  try {
    return await Promise.race([limited.request(options), ended.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns whether the connection protects the key: HTTPS, or this machine. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' ||
  hostname === 'localhost' ||
  hostname === '[::1]' ||
  /^127(?:\.\d+){3}$/.test(hostname);

/** @param url of the folder, with a trailing slash */
export const signedProvider = (url: string, keys: TrustedKeys) =>
  class extends SignedProvider {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(url, keys, runtime);
    }
  };

export const trustedKeys = (dataDir: string, resources: string, isHub: boolean): TrustedKeys => ({
  packaged: join(resources, 'updates', keyFileName),
  kept: join(dataDir, keyFileName),
  isHub,
});
