import type { SyncStatus } from '../../shared/sync-status.ts';
import { assertNever } from '../../shared/assert.ts';
import { count, share, timeAgo } from '../format.ts';
import { shellTexts } from './texts.ts';

export interface SyncWords {
  words: string;
  tone: 'calm' | 'running' | 'attention';
  /** The ring's progress while something runs. */
  progress: { done: number; total: number | null } | null;
}

/** Describes the state of sync in a few words, claiming no more than the status says. */
export function syncWords(status: SyncStatus, now: number): SyncWords {
  const { pill } = shellTexts;
  const { guides, pictures } = status.progress;
  switch (status.phase) {
    case 'connecting':
      return { words: pill.connecting, tone: 'running', progress: { done: 0, total: null } };
    case 'push':
      return { words: pill.push, tone: 'running', progress: { done: 0, total: null } };
    case 'text':
      return {
        words: guides.total === null ? pill.textUnknown : pill.text(count(guides.done), count(guides.total)),
        tone: 'running',
        progress: guides,
      };
    case 'sweep':
      return { words: pill.sweep, tone: 'running', progress: { done: 0, total: null } };
    case 'pictures':
      return {
        words: pill.pictures(Math.floor(share(pictures.done, pictures.total) * 100)),
        tone: 'running',
        progress: pictures,
      };
    case 'idle':
      return {
        words: idleWords(status, now),
        tone: status.problem || status.unsignedEdits || status.needsSignIn ? 'attention' : 'calm',
        progress: null,
      };
    case 'waiting':
      return {
        words: withUnsent(status, status.problem?.kind === 'offline' ? pill.offline : pill.waiting),
        tone: 'attention',
        progress: null,
      };
    case 'blocked':
      return {
        words: status.problem?.kind === 'unauthorized' ? pill.signIn : pill.blocked,
        tone: 'attention',
        progress: null,
      };
    case 'off':
      return { words: pill.off, tone: 'calm', progress: null };
    default:
      return assertNever(status.phase);
  }
}

const unsentOf = ({ journal }: SyncStatus): number => journal.pending + journal.sending;

function withUnsent(status: SyncStatus, state: string): string {
  const unsent = unsentOf(status);
  return unsent > 0 ? shellTexts.pill.andPending(state, unsent) : state;
}

function idleWords(status: SyncStatus, now: number): string {
  const { pill } = shellTexts;
  if (status.unsignedEdits) return pill.unsigned(status.unsignedEdits);
  if (status.problem?.kind === 'offline') return withUnsent(status, pill.offline);
  const unsent = unsentOf(status);
  if (unsent > 0) return pill.pending(unsent);
  if (status.problem) return pill.blocked;
  if (status.needsSignIn) return pill.signIn;
  // Not "up to date" while an edit is only on this machine. Edits that need a decision have their own badge.
  if (status.journal.parked > 0 && status.lastSuccessAt !== null)
    return pill.fetched(timeAgo(status.lastSuccessAt, now));
  return status.lastSuccessAt === null ? pill.never : pill.fresh(timeAgo(status.lastSuccessAt, now));
}
