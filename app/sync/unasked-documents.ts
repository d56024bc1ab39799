import type { HiddenDocument } from '../replica/desk-state.ts';
import { restrictedHere } from '../replica/desk-people/deactivation.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';

/** Returns the documents about which the site could not be asked for everyone; they are asked about later. */
export const unaskedDocuments = (s: ReplicaReader): HiddenDocument[] => s.deskState.get('unasked') ?? [];

export const isUnasked = (s: ReplicaReader, document: { kind: string; id: number } | undefined): boolean =>
  document !== undefined &&
  unaskedDocuments(s).some(({ kind, id }) => kind === document.kind && id === document.id);

/** Replaces the list of those documents. Keeps the last note of each document. */
export function noteUnasked(s: ReplicaWriter, documents: readonly HiddenDocument[]): void {
  const byDocument = new Map(documents.map((one) => [`${one.kind} ${one.id}`, one]));
  s.deskState.set('unasked', [...byDocument.values()]);
}

/** Notes the documents that perhaps only a deactivated person saw here; the site is asked about them at the end of the feed. */
export function noteDeactivated(s: ReplicaWriter, userid: number): void {
  noteUnasked(s, [
    ...unaskedDocuments(s),
    ...restrictedHere(s, userid).map((one): HiddenDocument => ({ ...one, left: true })),
  ]);
}
