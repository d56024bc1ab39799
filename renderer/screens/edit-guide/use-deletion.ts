import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import type { GuideEditor } from './step-actions.ts';

export interface Deletion {
  isDeleted: boolean;
  isAsked: boolean;
  problem: string | null;
  /** Deletes at once for admins, who can undo it; asks others first. */
  start: () => void;
  confirm: () => void;
  cancel: () => void;
  restore: (() => void) | null;
}

export function useDeletion(editor: GuideEditor, isAdmin: boolean): Deletion {
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  const remove = useMutation({
    // In the editor's queue, to use the revisionid of the last save.
    mutationFn: () =>
      new Promise<void>((resolve, reject) => {
        editor.run(async (doc) => {
          const { guideid, revisionid } = doc.guide;
          try {
            await api('DELETE /guides/{guideid}', { params: { guideid }, query: { revisionid } });
            resolve();
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
            throw error;
          }
          return doc;
        });
      }),
    onSuccess: () => setDeleted(true),
    onSettled: () => {
      setAsked(false);
      return client.invalidateQueries();
    },
  });
  const restore = useMutation({
    mutationFn: () => {
      const { guideid, langid } = editor.state?.doc.guide ?? { guideid: 0, langid: '' };
      return api('POST /guides/{guideid}/{langid}/restore', { params: { guideid, langid } });
    },
    onSuccess: () => {
      setDeleted(false);
      editor.refresh();
    },
    onSettled: () => client.invalidateQueries(),
  });
  const error = remove.error ?? restore.error;
  return {
    isDeleted,
    isAsked,
    problem: error ? errorMessage(error) : null,
    start: () => (isAdmin ? remove.mutate() : setAsked(true)),
    confirm: () => remove.mutate(),
    cancel: () => setAsked(false),
    restore: isAdmin ? () => restore.mutate() : null,
  };
}
