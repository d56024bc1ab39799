import { createHash, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { isSignedText, readPublicKey, signText } from './ed25519.ts';

/** The bytes before the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const keyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

const purpose = 'edits';

/** Derives a person's key from their token, so a desk has the key without asking the hub. The token cannot be derived from the key. */
function privateKeyOf(token: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', token, '', 'Benchside edits in a file', 32));
  return createPrivateKey({ key: Buffer.concat([keyHeader, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the public key (PEM) by which a hub recognizes edits that someone with this token signed (SPEC U6.1). */
export const editKeyOf = (token: string): string =>
  createPublicKey(privateKeyOf(token)).export({ type: 'spki', format: 'pem' }).toString();

/** Returns the digest of a file's edits, which their authors sign. A hub tries several keys on it, and reads the file once. */
export const digestOfEdits = (text: string): string => createHash('sha256').update(text).digest('hex');

export const signEdits = (digest: string, token: string): string =>
  signText(purpose, digest, privateKeyOf(token));

export const isSignedWith = (digest: string, signature: string, editKey: string): boolean =>
  isSignedText(purpose, digest, signature, readPublicKey(editKey));
