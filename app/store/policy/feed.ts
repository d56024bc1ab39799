import type { Change, ChangeKind } from '../feed/feed.ts';
import { unpackGuide } from '../guides/document.ts';
import type { StoreReader } from '../store.ts';
import { isPrivate } from '../wikis/document.ts';
import { mayReadTarget } from './comments.ts';
import { mayReadGuide } from './guides.ts';

/**
 * What a desk takes off its copy when it is hidden. A release is told as hidden when it was withdrawn; all else goes with the
 * guide or wiki that it belongs to.
 */
const takenOff: ReadonlySet<ChangeKind> = new Set(['guide', 'wiki', 'entry']);

/** What is told to the person themselves alone. */
const personal: ReadonlySet<ChangeKind> = new Set([
  'entry',
  'image',
  'video',
  'document',
  'favorites',
  'completions',
  'views',
]);

/**
 * Whether the feed says that something is gone or hidden. Desks have to learn of what they may have had; the numbers of
 * what nobody without a sign-in ever saw are told to nobody without one.
 */
export function mayTellGone(s: StoreReader, { kind, id, deleted }: Change): boolean {
  if (!deleted && kind === 'release') return wasShownRelease(s, id);
  if (!deleted && !takenOff.has(kind)) return false;
  if (s.viewer !== null) return true;
  if (personal.has(kind)) return false;
  switch (kind) {
    case 'guide':
      return wasPublicGuide(s, id);
    case 'wiki':
      return wasPublicWiki(s, id);
    case 'comment': {
      const target = s.comments.target(id);
      return target === undefined || mayReadTarget(s, target);
    }
    case 'form': {
      const owner = s.guides.stepOwner(id);
      const guide = owner && s.guides.row(owner.guideid);
      return guide === undefined || mayReadGuide(s, guide);
    }
    default:
      return true;
  }
}

/** Whether readers of its guide saw a release before it was withdrawn: desks have it. */
function wasShownRelease(s: StoreReader, releaseid: number): boolean {
  const guide = s.releases.guideOnceReleased(releaseid);
  return guide !== undefined && mayReadGuide(s, guide);
}

/** Since it was published, or as it came into the hub. */
function wasPublicGuide(s: StoreReader, guideid: number): boolean {
  const first = s.db.oneSql<{ shown: number; body: Buffer | null }>(
    `SELECT g.public = 1 OR g.published_date IS NOT NULL AS shown,
       (SELECT r.body FROM guide_revision r WHERE r.guideid = g.guideid ORDER BY r.revisionid LIMIT 1) AS body
     FROM guide g WHERE g.guideid = ?`,
    [guideid],
  );
  if (!first || first.shown === 1) return true;
  return first.body !== null && unpackGuide(first.body).body.public;
}

function wasPublicWiki(s: StoreReader, wikiid: number): boolean {
  const row = s.wikis.row(wikiid);
  if (!row || row.private === 0) return true;
  return s.db
    .allSql<{ revisionid: number }>('SELECT revisionid FROM wiki_revision WHERE wikiid = ?', [wikiid])
    .some(({ revisionid }) => {
      const body = s.wikis.revision(wikiid, revisionid);
      return body !== undefined && !isPrivate(body);
    });
}
