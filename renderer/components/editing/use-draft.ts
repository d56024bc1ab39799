import { useEffect, useEffectEvent, useState } from 'react';

import { errorMessage } from '../../api/errors.ts';
import { DraftKeeper } from './draft-keeper.ts';

export interface KeptForm<Value> {
  /** Null until it is known whether there is a draft. */
  value: Value | null;
  /** True if the store has the newest value. */
  kept: boolean;
  /** When the found draft was written, UNIX seconds; null without one, and once the person decides about it or types. */
  foundAt: number | null;
  problem: string | null;
  set: (value: Value) => void;
  /** Continues with the found draft. */
  accept: () => void;
  /** Resets the form. */
  discard: () => void;
  /** Deletes the draft after submission, and resets the form to `next`. */
  finish: (next?: Value) => Promise<void>;
}

/**
 * State of a form that stores each keystroke as a draft, and is filled from the draft when it opens. For another `key`
 * mount another component: give it the same React key.
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
    setProblem(errorMessage(error));
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
