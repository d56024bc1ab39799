import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { errorMessage } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Toast } from '../../components/toast.tsx';
import { adminKey } from '../../api/queries/admin-key.ts';
import { adminTexts } from './texts.ts';

export interface Deed<Result> {
  run: () => Promise<Result>;
  /** Message after success. */
  words?: string;
  undo?: (result: Result) => Promise<unknown>;
  after?: (result: Result) => void;
  /** Called after success or failure, once the page shows the hub's data again. */
  settled?: () => void;
}

export interface AdminAction {
  act: <Result>(deed: Deed<Result>) => void;
  busy: boolean;
  /** The last error, to show beside the actions. */
  problem: ReactElement | null;
  /** Message about the last action, with undo if it can be undone. */
  toast: ReactElement | null;
}

/** Runs actions on the hub one after the other, and reports their results. */
export function useAct(): AdminAction {
  const client = useQueryClient();
  const [done, setDone] = useState<{ words: string; undo: (() => void) | undefined; at: number } | null>(
    null,
  );
  const mutation = useMutation({
    scope: { id: 'admin' },
    mutationFn: ({ run }: Pick<Deed<void>, 'run' | 'settled'>) => run(),
    onSettled: async (_result, _error, { settled }) => {
      await client.invalidateQueries({ queryKey: adminKey });
      settled?.();
    },
  });
  const act: AdminAction['act'] = ({ run, words, undo, after, settled }) => {
    setDone(null);
    const carryOut = async (): Promise<void> => {
      const result = await run();
      after?.(result);
      if (words === undefined) return;
      setDone({
        words,
        undo: undo && (() => act({ run: () => undo(result) })),
        at: performance.now(),
      });
    };
    mutation.mutate({ run: carryOut, ...(settled && { settled }) });
  };
  return {
    act,
    busy: mutation.isPending,
    problem: mutation.error ? (
      <InlineProblem>{`${adminTexts.failed} ${errorMessage(mutation.error)}`}</InlineProblem>
    ) : null,
    toast: done ? (
      <Toast key={done.at} words={done.words} onUndo={done.undo} onClose={() => setDone(null)} />
    ) : null,
  };
}
