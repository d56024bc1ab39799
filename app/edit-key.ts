import { createHash, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { isSignedText, readPublicKey, signText } from './ed25519.ts';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const head = Buffer.from('302e020100300506032b657004220420', 'hex');

const purpose = 'edits';

/** The key follows from the token, so a desk has it without asking the hub; the token does not follow from the key. */
function privateKeyOf(token: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', token, '', 'Benchside edits in a file', 32));
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' });
}

/** Returns the public key (PEM) by which a hub recognizes edits that someone with this token signed (SPEC U6.1). */
export const editKeyOf = (token: string): string =>
  createPublicKey(privateKeyOf(token)).export({ type: 'spki', format: 'pem' }).toString();

/** Returns what is signed of a file: its hash, because several keys are tried on it. */
export const hashOfEdits = (text: string): string => createHash('sha256').update(text).digest('hex');

export const signEdits = (digest: string, token: string): string =>
  signText(purpose, digest, privateKeyOf(token));

export const isSignedWith = (digest: string, signature: string, editKey: string): boolean =>
  isSignedText(purpose, digest, signature, readPublicKey(editKey));
