import { generateKeyPairSync } from 'node:crypto';

import type { StoreReader, StoreWriter } from './aggregates.ts';

/** In PEM. */
export interface KeyPair {
  privateKey: string;
  publicKey: string;
}

/** Name of a hub's own key pair in `meta`, of which nothing is in the feed. */
const ownKey = 'snapshot-key';
/** Name of the public key of a desk's site in `meta`. */
const knownKey = 'site-key';

/** Returns the Ed25519 key pair of a hub, which signs its snapshots and bundles. */
export const hubKey = (s: StoreReader): KeyPair | undefined => s.meta.get<KeyPair>(ownKey);

export function createHubKey(s: StoreWriter): void {
  if (hubKey(s)) return;
  s.meta.set(
    ownKey,
    generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    }),
  );
}

/** Returns the public key (PEM) of the hub that this desk belongs to, if it was ever told. */
export const keyOfSite = (s: StoreReader): string | undefined => s.meta.get<string>(knownKey);

export const noteKeyOfSite = (s: StoreWriter, publicKey: string): void => s.meta.set(knownKey, publicKey);
