import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Beside the manifests of a folder of updates. */
export const keyFileName = 'updates-key.pem';
export const signatureSuffix = '.sig';

/** What a hub or a maker lists what is new in: `latest.yml`, `latest-linux.yml`, `latest-mac.yml`, also by architecture. */
export const isManifest = (name: string): boolean => /^[a-z]+(?:-[a-z0-9]+)*\.yml$/.test(name);

/** @throws Error for what is no Ed25519 key in PEM form */
export function readPublicKey(pem: string | Buffer): KeyObject {
  return ofEd25519(createPublicKey(pem));
}

/** @throws Error for what is no Ed25519 key in PEM form */
export function readPrivateKey(pem: string | Buffer): KeyObject {
  return ofEd25519(createPrivateKey(pem));
}

function ofEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('this is no Ed25519 key');
  return key;
}

/** Of a manifest under its name, so that none can stand for that of another system. Base64. */
export const signManifest = (name: string, text: Buffer, key: KeyObject): string =>
  sign(null, signed(name, text), key).toString('base64');

export function isSigned(name: string, text: Buffer, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64');
  return bytes.length === 64 && verify(null, signed(name, text), key, bytes);
}

const signed = (name: string, text: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`Benchside update ${name}\n`), text]);
