import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { GlossaryEntry } from '../../../../shared/model/glossary.ts';
import { errorMessage } from '../../../api/errors.ts';
import { glossaryTexts as words } from './texts.ts';

export type SaveEntry = (entry: Pick<GlossaryEntry, 'entryid' | 'term' | 'translations'>) => Promise<void>;

/** Typed texts by language id. */
type Typed = Readonly<Record<string, string>>;

type State = 'calm' | 'saving' | 'saved' | 'unsaved';

export interface RowEditing {
  valueOf: (langid: string) => string;
  write: (langid: string, text: string) => void;
  /** Saves pending input at once. */
  flush: () => void;
  state: State;
  problem: string | null;
}

/** Keeps the time from typing to sending below a third of a second. */
const saveAfterMs = 250;

/** Holds the input of a row until the server has it. */
export function useGlossaryRow(entry: GlossaryEntry, onSave: SaveEntry): RowEditing {
  const [typed, setTyped] = useState<Typed>({});
  const [state, setState] = useState<State>('calm');
  const [problem, setProblem] = useState<string | null>(null);
  const waiting = useRef<Typed | null>(null);
  const timer = useRef(0);
  const sending = useRef(Promise.resolve());

  const save = async (given: Typed): Promise<void> => {
    const next = entryWith(entry, given);
    if (next.term === '') {
      setProblem(words.missing);
      setState('unsaved');
      return;
    }
    try {
      await onSave(next);
      setProblem(null);
      setState(waiting.current ? 'saving' : 'saved');
      // Keep what was typed after sending.
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([id, text]) => given[id] !== text)));
    } catch (error) {
      setProblem(errorMessage(error));
      setState('unsaved');
    }
  };

  const flush = useEffectEvent(() => {
    window.clearTimeout(timer.current);
    const given = waiting.current;
    waiting.current = null;
    if (given) sending.current = sending.current.then(() => save(given));
  });
  // A row that scrolls out of sight is unmounted.
  useEffect(() => () => flush(), []);

  return {
    valueOf: (langid) => typed[langid] ?? wordOf(entry, langid),
    write: (langid, text) => {
      const next = { ...typed, [langid]: text };
      setTyped(next);
      setState('saving');
      waiting.current = next;
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => flush(), saveAfterMs);
    },
    flush: () => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => flush(), 0);
    },
    state,
    problem,
  };
}

const wordOf = ({ langid, term, translations }: GlossaryEntry, wanted: string): string =>
  wanted === langid ? term : (translations[wanted] ?? '');

function entryWith(
  { entryid, langid, term, translations }: GlossaryEntry,
  typed: Typed,
): Pick<GlossaryEntry, 'entryid' | 'term' | 'translations'> {
  const { [langid]: renamed = term, ...others } = { [langid]: term, ...translations, ...typed };
  const filled = Object.entries(others).flatMap(([id, text]) =>
    text.trim() === '' ? [] : [[id, text.trim()]],
  );
  return {
    entryid,
    term: renamed.trim(),
    translations: Object.fromEntries(filled) as Record<string, string>,
  };
}
