import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** @throws Error if it is no Ed25519 key in PEM format */
export function readPublicKey(pem: string | Buffer): KeyObject {
  return ofEd25519(createPublicKey(pem));
}

/** @throws Error if it is no Ed25519 key in PEM format */
export function readPrivateKey(pem: string | Buffer): KeyObject {
  return ofEd25519(createPrivateKey(pem));
}

function ofEd25519(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('this is not an Ed25519 key');
  return key;
}

/** Returns the signature of a text in Base64. @param purpose is signed too, so that no signature can stand for one of another kind */
export const signText = (purpose: string, text: string | Buffer, key: KeyObject): string =>
  sign(null, signed(purpose, text), key).toString('base64');

export function isSignedText(
  purpose: string,
  text: string | Buffer,
  signature: string,
  key: KeyObject,
): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64');
  return bytes.length === 64 && verify(null, signed(purpose, text), key, bytes);
}

const signed = (purpose: string, text: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`Benchside ${purpose}\n`), Buffer.from(text)]);
