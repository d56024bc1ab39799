import { unpackGuide } from '../../store/guides/document.ts';
import { lostBySite } from '../../replica/journal/entry.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import type { ReplicaReader, ReplicaWriter } from '../../replica/replica.ts';
import type { WikiRow } from '../../store/wikis/rows.ts';
import { currentPage } from '../../replica/operations/comment.ts';

/** Returns whether any edit is parked because the site lacks its target, or was when that was last noted. */
export const mayResume = (s: ReplicaReader): boolean =>
  absentBefore(s).length > 0 || s.journal.list(['parked']).some(isForAbsence);

const absentBefore = (s: ReplicaReader): string[] => s.deskState.get('absentTargets') ?? [];

/**
 * Retries edits that were parked because the site had deleted their target, once the site has it again (SPEC J7.13). A site may
 * answer 404 for other reasons, so an edit parked by a 404 is retried only after its target was seen to be absent.
 *
 * @returns whether any are retried
 */
export function resumeReturned(s: ReplicaWriter): boolean {
  const parked = s.journal.list(['parked']).filter(isForAbsence);
  const before = new Set(absentBefore(s));
  const absent: string[] = [];
  let isAny = false;
  for (const entry of parked) {
    const now = targetNow(s, entry);
    if (now === 'absent') absent.push(entry.entryid);
    else if (now === 'replaced' || entry.cause?.conflicts || before.has(entry.entryid)) {
      s.journal.setState(entry, 'pending');
      isAny = true;
    }
  }
  if (absent.length > 0 || before.size > 0) s.deskState.set('absentTargets', absent);
  return isAny;
}

function isForAbsence({ cause }: JournalEntry): boolean {
  if (cause?.conflicts)
    return cause.conflicts.some(
      ({ field, theirs }) => theirs === null && (field === 'document' || field === 'step'),
    );
  return cause?.kind === 'gone' && cause.message !== lostBySite.message;
}

type TargetNow = 'absent' | 'present' | 'replaced';

/**
 * Returns whether the site has the target of an edit: its guide, step or page. Moves comments and tags to a page that replaced
 * the old one.
 */
function targetNow(s: ReplicaWriter, entry: JournalEntry): TargetNow {
  const { params } = entry;
  const { context, contextid, namespace, title } = params;
  if (namespace !== undefined && title !== undefined) return titleNow(s, entry, namespace, title);
  const stepid = Number(params['stepid'] ?? (context === 'step' ? contextid : 0));
  if (stepid !== 0) return isStepThere(s, stepid, guideOf(s, entry)) ? 'present' : 'absent';
  if (context === 'wiki' || context === 'info') return commentedPageNow(s, entry, Number(contextid));
  const guideid = guideOf(s, entry);
  return guideid !== undefined && isGuideThere(s, guideid) ? 'present' : 'absent';
}

function titleNow(s: ReplicaWriter, entry: JournalEntry, namespace: string, title: string): TargetNow {
  const page = s.wikis.find(namespace, title, entry.query['langid']);
  if (!page || !isPageThere(s, page)) return 'absent';
  const tagged = s.journal.touches(entry.sequence).find(({ kind, id }) => kind === 'tags' && id < 0)?.id;
  if (tagged === undefined || -tagged === page.wikiid) return 'present';
  s.journal.renameTouched('tags', tagged, -page.wikiid);
  return 'replaced';
}

function commentedPageNow(s: ReplicaWriter, entry: JournalEntry, wikiid: number): TargetNow {
  const page = currentPage(s, wikiid);
  if (!page || !isPageThere(s, page)) return 'absent';
  if (page.wikiid === wikiid) return 'present';
  for (const { kind, id } of s.journal.touches(entry.sequence))
    if (kind === 'comment') s.comments.moveToPage(id, page.wikiid);
  return 'replaced';
}

const isPageThere = (s: ReplicaReader, { wikiid, deleted }: WikiRow): boolean =>
  wikiid > 0 && !deleted && s.siteVersions.get('wiki', wikiid) !== 'gone';

function guideOf(s: ReplicaReader, { params, body, sequence }: JournalEntry): number | undefined {
  const { guideid, context, contextid, stepid, releaseid } = params;
  if (releaseid !== undefined) return s.releases.guideOf(Number(releaseid));
  const named = guideid ?? (context === 'guide' ? contextid : undefined);
  if (named !== undefined) return Number(named);
  const owner = s.guides.stepOwner(Number(stepid ?? contextid ?? 0))?.guideid;
  if (owner !== undefined) return owner;
  const inBody = (body as { guideid?: unknown } | null)?.guideid;
  if (typeof inBody === 'number') return inBody;
  const comment = s.journal.touches(sequence).find(({ kind }) => kind === 'comment');
  return (comment && s.comments.target(comment.id)?.guideid) ?? undefined;
}

const isGuideThere = (s: ReplicaReader, guideid: number): boolean =>
  guideid > 0 && s.guides.row(guideid)?.deleted === 0 && s.siteVersions.get('guide', guideid) !== 'gone';

/** Checks the site's version: the one stored here may show a deleted step because an edit of it waits. */
function isStepThere(s: ReplicaReader, stepid: number, guideid: number | undefined): boolean {
  if (guideid === undefined || !isGuideThere(s, guideid)) return false;
  const remote = s.siteVersions.get('guide', guideid);
  const { steps } = remote instanceof Buffer ? unpackGuide(remote) : s.guides.working(guideid);
  return steps.some((step) => step.stepid === stepid);
}
