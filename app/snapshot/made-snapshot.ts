import type { SnapshotManifest } from '../../shared/model/snapshot.ts';

/** The facts of a new snapshot, before the hub adds its site and signature. */
export type MadeSnapshot = Omit<SnapshotManifest, 'siteid' | 'signature'>;

/** Name of the packed file in the folder that it is made in. */
export const packedName = 'snapshot.zst';
