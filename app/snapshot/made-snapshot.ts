import type { SnapshotManifest } from '../../shared/model/snapshot.ts';

/** What is known of a snapshot where it is made. */
export type MadeSnapshot = Omit<SnapshotManifest, 'siteid' | 'signature'>;

/** Name of the packed file in the folder that it is made in. */
export const packedName = 'snapshot.zst';
