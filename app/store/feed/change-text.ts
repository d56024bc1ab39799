import { picturesShown } from '../media/facts.ts';
import { resourceOf } from '../resources/index.ts';
import type { StoreReader } from '../aggregates.ts';
import type { FeedRow } from './feed.ts';

/**
 * Returns a line of the feed as the viewer may see it, templated. For a resource that they may not see it is a
 * tombstone, or undefined if they must not hear of the resource (`mayTellGone`).
 */
export function changeText(s: StoreReader, change: FeedRow): string | undefined {
  const { sequence, kind, id } = change;
  const resource = resourceOf(kind);
  const doc = change.deleted ? undefined : resource.text(s, id);
  const head = `{"sequence":${sequence},"kind":"${kind}","id":${id}`;
  if (doc !== undefined) {
    const shown = picturesShown(s, doc, resource.picturesNamed?.(s, id) ?? []);
    const pictures = shown.length > 0 ? `,"pictures":${JSON.stringify(shown)}` : '';
    return `${head},"doc":${doc}${resource.lineMore?.(s, id) ?? ''}${pictures}}`;
  }
  if (!mayTellGone(s, change)) return undefined;
  return change.deleted ? `${head},"deleted":true}` : `${head},"deleted":true,"hidden":true}`;
}

export const isTombstone = (text: string): boolean =>
  /^{"sequence":\d+,"kind":"\w+","id":-?\d+,"deleted":true/.test(text);

/**
 * Returns whether the feed reports that a resource is gone or hidden. Desks must hear about everything they may have
 * had; readers without a sign-in are not given ids of resources that were never public.
 */
function mayTellGone(s: StoreReader, { kind, id, deleted }: FeedRow): boolean {
  const { withdrawn, pathHere, tellsAnonymousGone: tells } = resourceOf(kind);
  if (!deleted && withdrawn) return withdrawn.isTold(s, id);
  if (!deleted && !pathHere) return false;
  if (s.viewer !== null) return true;
  return typeof tells === 'boolean' ? tells : tells(s, id);
}
