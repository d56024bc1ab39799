import { useEffect, useState } from 'react';

import type { UpdateState } from '../../../shared/ipc.ts';
import { errorMessage } from '../../api/errors.ts';
import { bridge } from '../../bridge.ts';

/** Returns the main process's update state, undefined until received, and its actions. */
export function useUpdate(): {
  state: UpdateState | undefined;
  problem: string | null;
  look: () => void;
  apply: () => void;
} {
  const [state, setState] = useState<UpdateState>();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const ask = async (): Promise<void> => setState(await bridge?.updateState());
    void ask();
    return bridge?.on('update', setState);
  }, []);
  const run = async (act: (() => Promise<void>) | undefined): Promise<void> => {
    setProblem(null);
    try {
      await act?.();
    } catch (error) {
      setProblem(errorMessage(error).replace(/^Error invoking remote method '\w+': (?:Error: )?/, ''));
    }
  };
  return {
    state,
    problem,
    look: () => void run(bridge?.checkForUpdate),
    apply: () => void run(bridge?.applyUpdate),
  };
}
