import type { JournalItem } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../journal/entry.ts';
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
    subject: guideNamed(s, entry) ?? touched.find(({ title }) => title !== null)?.title ?? titleGiven(entry),
    touched,
  };
}

/** Returns the title of the guide that an edit is about without changing it, as for favorites, runs and comments. */
function guideNamed(s: ReplicaReader, { route, params, body }: JournalEntry): string | undefined {
  const given = (body ?? {}) as { guideid?: unknown };
  const isNamed = route === 'POST /work_log' || route === 'POST /benchside/assignments';
  const guideid = Number(params['guideid'] ?? (isNamed ? given.guideid : undefined));
  if (Number.isInteger(guideid)) return s.guides.row(guideid)?.title;
  if (route.includes('/work_log/{entryid}')) {
    const run = s.workLog.answer(Number(params['entryid']));
    return run && s.guides.row((JSON.parse(run) as { guideid: number }).guideid)?.title;
  }
  const { context, contextid, commentid } = params;
  if (context !== undefined) return commented(s, context, Number(contextid));
  const comment = commentid === undefined ? undefined : s.comments.visible(Number(commentid));
  return comment && commented(s, comment.context, comment.contextid);
}

/** Returns the title that the edit itself names, for a document that is not stored here. */
function titleGiven({ params, body }: JournalEntry): string | null {
  const { title = params['title'] } = (body ?? {}) as { title?: unknown };
  return typeof title === 'string' && title !== '' ? title : null;
}

function commented(s: ReplicaReader, context: string, id: number): string | undefined {
  if (context === 'wiki') return s.wikis.row(id)?.title;
  return s.guides.row(context === 'step' ? (s.guides.stepOwner(id)?.guideid ?? 0) : id)?.title;
}

function titleOf(s: ReplicaReader, kind: string, id: number): string | null {
  const named = numberNamed(kind, id);
  if (named.kind === 'guide') return s.guides.row(named.id)?.title ?? null;
  if (named.kind === 'wiki') return s.wikis.row(named.id)?.title ?? null;
  return null;
}
