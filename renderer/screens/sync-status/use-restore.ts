import { useMutation } from '@tanstack/react-query';

import { messageOf } from '../../api/errors.ts';
import { bridge } from '../../bridge.ts';

export interface Restoring {
  going: boolean;
  problem: string | null;
  onBack: ((day: string) => void) | null;
}

/** The program around the window closes the data, goes back, and loads the window anew. */
export function useRestore(): Restoring {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (day: string) => {
      // What is typed waits for a moment; it is sent at once when the page is about to go.
      window.dispatchEvent(new Event('pagehide'));
      await bridge?.restoreCopy(day);
    },
  });
  const said = error && messageOf(error).replace(/^Error invoking remote method '\w+': (?:Error: )?/, '');
  return { going: isPending || isSuccess, problem: said, onBack: bridge ? (day) => mutate(day) : null };
}
