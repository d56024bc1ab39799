import { useMutation } from '@tanstack/react-query';

import { errorMessage } from '../../../api/errors.ts';
import { bridge } from '../../../bridge.ts';

export interface Restoring {
  going: boolean;
  problem: string | null;
  onBack: ((day: string) => void) | null;
}

/** Restores a daily copy by the main process, which then reloads the window. */
export function useRestoreCopy(): Restoring {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (day: string) => {
      // Drafts wait for a pause in typing; on `pagehide` they are sent at once.
      window.dispatchEvent(new Event('pagehide'));
      await bridge?.restoreCopy(day);
    },
  });
  const said = error && errorMessage(error).replace(/^Error invoking remote method '\w+': (?:Error: )?/, '');
  return { going: isPending || isSuccess, problem: said, onBack: bridge ? (day) => mutate(day) : null };
}
