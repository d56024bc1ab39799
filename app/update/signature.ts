import type { KeyObject } from 'node:crypto';

import { isSignedText, signText } from '../ed25519.ts';

/** File name of the public key, beside the manifests. */
export const keyFileName = 'updates-key.pem';
export const signatureSuffix = '.sig';

/**
 * Returns whether a file is electron-builder's list of a new version: `latest.yml`, `latest-linux.yml`, `latest-mac.yml`, also by
 * architecture.
 */
export const isManifest = (name: string): boolean => /^[a-z]+(?:-[a-z0-9]+)*\.yml$/.test(name);

/** Returns the signature of a manifest in Base64. It covers the name, so that no manifest can stand for another system's. */
export const signManifest = (name: string, text: Buffer, key: KeyObject): string =>
  signText(`update ${name}`, text, key);

export const isSigned = (name: string, text: Buffer, signature: string, key: KeyObject): boolean =>
  isSignedText(`update ${name}`, text, signature, key);
