import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** File name of the public key, beside the manifests. */
export const keyFileName = 'updates-key.pem';
export const signatureSuffix = '.sig';

/**
 * Returns whether a file is electron-builder's list of a new version: `latest.yml`, `latest-linux.yml`, `latest-mac.yml`, also by
 * architecture.
 */
export const isManifest = (name: string): boolean => /^[a-z]+(?:-[a-z0-9]+)*\.yml$/.test(name);

/** @throws Error if it is no Ed25519 key in PEM format */
export function readPublicKey(pem: string | Buffer): KeyObject {
  return ofEd25519(createPublicKey(pem));
}

/** @throws Error if it is no Ed25519 key in PEM format */
export function readPrivateKey(pem: string | Buffer): KeyObject {
  return ofEd25519(createPrivateKey(pem));
}

function ofEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('this is no Ed25519 key');
  return key;
}

/** Returns the signature of a manifest in Base64. It covers the name, so that no manifest can stand for another system's. */
export const signManifest = (name: string, text: Buffer, key: KeyObject): string =>
  sign(null, signed(name, text), key).toString('base64');

export function isSigned(name: string, text: Buffer, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64');
  return bytes.length === 64 && verify(null, signed(name, text), key, bytes);
}

const signed = (name: string, text: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`Benchside update ${name}\n`), text]);
