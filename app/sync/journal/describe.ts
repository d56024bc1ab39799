import type { JournalItem } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import { canPutBack } from './put-back.ts';

/** An entry as people are shown it. */
export function describe(s: StoreReader, entry: JournalEntry): JournalItem {
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

/** Favorites, runs and comments are about a guide that they do not change. */
function guideNamed(s: StoreReader, { route, params, body }: JournalEntry): string | undefined {
  const given = (body ?? {}) as { guideid?: unknown };
  const guideid = Number(params['guideid'] ?? (route === 'POST /work_log' ? given.guideid : undefined));
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

/** Of what is not here, the title that the edit itself names. */
function titleGiven({ params, body }: JournalEntry): string | null {
  const { title = params['title'] } = (body ?? {}) as { title?: unknown };
  return typeof title === 'string' && title !== '' ? title : null;
}

function commented(s: StoreReader, context: string, id: number): string | undefined {
  if (context === 'wiki') return s.wikis.row(id)?.title;
  return s.guides.row(context === 'step' ? (s.guides.stepOwner(id)?.guideid ?? 0) : id)?.title;
}

function titleOf(s: StoreReader, kind: string, id: number): string | null {
  if (kind === 'guide' || kind === 'translations' || kind === 'collaborators' || (kind === 'tags' && id > 0))
    return s.guides.row(id)?.title ?? null;
  if (kind === 'wiki' || kind === 'tags') return s.wikis.row(Math.abs(id))?.title ?? null;
  return null;
}
