import type { JournalItem } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { mayReadGuide } from '../../store/policy/guides.ts';
import type { GuideRow } from '../../store/guides/rows.ts';
import { numberNamed } from '../../store/resources/index.ts';
import type { ReplicaReader } from '../replica.ts';
import { canPutBack } from './recreate-on-site.ts';

/** Returns an entry as screens show it. */
export function describe(s: ReplicaReader, entry: JournalEntry): JournalItem {
  const touched = s.journal
    .touches(entry.sequence)
    .map(({ kind, id }) => ({ kind, id, title: titleOf(s, kind, id) }));
  return {
    entryid: entry.entryid,
    state: entry.state,
    operation: entry.route,
    params: entry.params,
    body: entry.body,
    userid: entry.userid,
    username: s.users.username(entry.userid),
    date: entry.wallClock,
    attempts: entry.attempts,
    cause: entry.cause,
    canPutBack: canPutBack(s, entry),
    subject:
      titleShown(s, guideOf(s, entry)) ??
      pageCommented(s, entry) ??
      touched.find(({ title }) => title !== null)?.title ??
      titleGiven(entry),
    touched,
  };
}

/** Returns the guide that an edit changes or is about, as favorites, jobs, forms and comments are; undefined for others, and if it is not here. */
export function guideOf(
  s: ReplicaReader,
  { route, params, body, issued }: JournalEntry,
): GuideRow | undefined {
  const given = (body ?? {}) as { guideid?: unknown };
  const isNamed = route === 'POST /work_log' || route === 'POST /benchside/assignments';
  const guideid = Number(params['guideid'] ?? (isNamed ? given.guideid : undefined));
  if (Number.isInteger(guideid)) return s.guides.row(guideid);
  if (route.includes('/work_log/{entryid}')) {
    const run = s.workLog.rightsOf(Number(params['entryid']));
    return run && s.guides.row(run.guideid);
  }
  if (params['stepid'] !== undefined) return ofStep(s, Number(params['stepid']));
  const target = commented(s, params);
  if (target?.context === 'step') return ofStep(s, target.id);
  if (target) return target.context === 'guide' ? s.guides.row(target.id) : undefined;
  const made = issued.find(({ kind }) => kind === 'guide');
  return made && s.guides.row(made.id);
}

/** Returns the title of a guide that the viewer may read, or might before it was deleted. The desk itself, without a viewer, reads all. */
const titleShown = (s: ReplicaReader, guide: GuideRow | undefined): string | undefined =>
  guide && (s.viewer === null || mayReadGuide(s, { ...guide, deleted: 0 })) ? guide.title : undefined;

/** Returns the title that the edit itself names, for a document that is not stored here. */
function titleGiven({ params, body }: JournalEntry): string | null {
  const { title = params['title'] } = (body ?? {}) as { title?: unknown };
  return typeof title === 'string' && title !== '' ? title : null;
}

/** Returns what an edit of a comment comments on. */
function commented(
  s: ReplicaReader,
  { context, contextid, commentid }: JournalEntry['params'],
): { context: string; id: number } | undefined {
  if (context !== undefined) return { context, id: Number(contextid) };
  const comment = commentid === undefined ? undefined : s.comments.target(Number(commentid));
  return comment && { context: comment.context, id: comment.contextid };
}

function pageCommented(s: ReplicaReader, { params }: JournalEntry): string | undefined {
  const target = commented(s, params);
  return target?.context === 'wiki' ? s.wikis.row(target.id)?.title : undefined;
}

function ofStep(s: ReplicaReader, stepid: number): GuideRow | undefined {
  const owner = s.guides.stepOwner(stepid);
  return owner && s.guides.row(owner.guideid);
}

function titleOf(s: ReplicaReader, kind: string, id: number): string | null {
  const named = numberNamed(kind, id);
  if (named.kind === 'guide') return titleShown(s, s.guides.row(named.id)) ?? null;
  if (named.kind === 'wiki') return s.wikis.row(named.id)?.title ?? null;
  return null;
}
