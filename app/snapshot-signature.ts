import type { KeyObject } from 'node:crypto';

import { snapshotManifest } from '../shared/model/snapshot.ts';
import type { SnapshotManifest } from '../shared/model/snapshot.ts';
import { isSignedText, signText } from './ed25519.ts';

const purpose = 'snapshot';

type Unsigned = Omit<SnapshotManifest, 'signature'>;

/** Returns the fields in the order of the schema, whatever order they came in. */
function textOf(manifest: Unsigned): string {
  const { signature, ...fields } = snapshotManifest.parse({ ...manifest, signature: '' });
  return JSON.stringify(fields);
}

export const signedManifest = (manifest: Unsigned, key: KeyObject): SnapshotManifest => ({
  ...manifest,
  signature: signText(purpose, textOf(manifest), key),
});

export const isSignedManifest = (manifest: SnapshotManifest, key: KeyObject): boolean =>
  isSignedText(purpose, textOf(manifest), manifest.signature, key);
