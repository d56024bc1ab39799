import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { errorMessage } from '../../api/errors.ts';
import { moment } from '../../format.ts';
import type { Version } from './use-versions.ts';
import { historyTexts } from './texts.ts';

export interface Restore {
  restore: (version: Version) => void;
  problem: string | null;
  /**
   * A message about the last restore. `undo` makes the previous version the newest again; undefined if the two are the
   * same.
   */
  done: { words: string; undo: (() => void) | undefined } | null;
  forget: () => void;
}

/** A restore's current revision and its target. */
export interface Reverting {
  revisionid: number;
  to_revisionid: number;
}

/**
 * @param revert makes an earlier revision the newest
 * @param readCurrent reads the newest revisionid
 */
export function useRestoreRevision(
  revert: (query: Reverting) => Promise<{ revisionid: number }>,
  readCurrent: () => Promise<number>,
): Restore {
  const client = useQueryClient();
  const [done, setDone] = useState<{ words: string; to: number | null } | null>(null);
  const { mutate, error } = useMutation({
    mutationFn: async ({ to }: { to: number; words: string | null }) => {
      const replaced = await readCurrent();
      const restored = await revert({ revisionid: replaced, to_revisionid: to });
      return restored.revisionid === replaced ? null : replaced;
    },
    onSuccess: async (replaced, { words }) => {
      await client.invalidateQueries();
      setDone(words === null ? null : { words, to: replaced });
    },
  });
  const undoOf = (to: number | null) => (to === null ? undefined : () => mutate({ to, words: null }));
  return {
    restore: ({ revisionid, date }) => mutate({ to: revisionid, words: historyTexts.restored(moment(date)) }),
    problem: error ? errorMessage(error) : null,
    done: done && { words: done.words, undo: undoOf(done.to) },
    forget: () => setDone(null),
  };
}
