import { useEffect, useEffectEvent, useState } from 'react';

import { messageOf } from '../../api/errors.ts';
import { DraftKeeper } from './draft-keeper.ts';

export interface KeptForm<Value> {
  /** Null until it is known whether there is a draft. */
  value: Value | null;
  /** Whether the store has what was typed last. */
  kept: boolean;
  /** When the draft that was found was written, UNIX seconds; null once it was decided about. */
  foundAt: number | null;
  problem: string | null;
  set: (value: Value) => void;
  /** Goes on with what was found. */
  accept: () => void;
  /** Back to the beginning. */
  discard: () => void;
  /** It has become what it was meant for; the form begins anew, with `next`. */
  finish: (next?: Value) => Promise<void>;
}

/**
 * A form whose every keystroke is in the store: the one that opens with a draft has it in it already, and says so. Another
 * key is another form: give the component that key too.
 */
export function useDraft<Value extends object>(key: string, empty: Value): KeptForm<Value> {
  const [kept, setKept] = useState(true);
  const [keeper] = useState(() => new DraftKeeper(key, setKept));
  const [value, setValue] = useState<Value | null>(null);
  const [foundAt, setFoundAt] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const begin = useEffectEvent((found: { date: number; body: object } | null) => {
    setValue(found ? { ...empty, ...(found.body as Partial<Value>) } : empty);
    setFoundAt(found?.date ?? null);
  });
  const fail = useEffectEvent((error: unknown) => {
    setProblem(messageOf(error));
    begin(null);
  });

  useEffect(() => {
    let isWanted = true;
    const find = async (): Promise<void> => {
      try {
        const found = await keeper.find();
        if (isWanted) begin(found);
      } catch (error) {
        if (isWanted) fail(error);
      }
    };
    void find();
    return () => {
      isWanted = false;
    };
  }, [keeper]);

  return {
    value,
    kept,
    foundAt,
    problem,
    set: (next) => {
      setValue(next);
      setFoundAt(null);
      keeper.keep(Object.fromEntries(Object.entries(next)));
    },
    accept: () => setFoundAt(null),
    discard: () => {
      setValue(empty);
      setFoundAt(null);
      keeper.forget();
    },
    finish: async (next = empty) => {
      await keeper.settle(null);
      setValue(next);
      setFoundAt(null);
    },
  };
}
