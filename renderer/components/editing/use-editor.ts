import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

import { syncQuery } from '../../queries.ts';
import { DocumentEditor } from './document-editor.ts';
import type { EditorState, Source, Unit } from './editor-types.ts';

export interface OpenEditor<Doc, Of extends Source<Doc>> {
  editor: DocumentEditor<Doc, Of>;
  state: EditorState<Doc> | null;
}

/**
 * One editor for as long as the screen stands; leaving saves what is left to save. Other screens read anew what it has
 * saved.
 *
 * @param stale first words of the keys of the queries that show such documents
 */
export function useEditor<Doc, Of extends Source<Doc>>(
  makeSource: () => Of,
  stale: readonly string[],
): OpenEditor<Doc, Of> {
  const client = useQueryClient();
  const [editor] = useState(
    () =>
      new DocumentEditor<Doc, Of>(makeSource(), () => {
        for (const name of stale) void client.invalidateQueries({ queryKey: [name] });
      }),
  );
  useEffect(() => {
    void editor.start();
    return () => editor.close();
  }, [editor]);
  const state = useSyncExternalStore(editor.subscribe, editor.snapshot);

  // Each finished round may have brought a newer document, or the site's own ids.
  const { data: round } = useQuery({ ...syncQuery, select: ({ lastSuccessAt }) => lastSuccessAt });
  const refresh = useEffectEvent((_round: number | null) => editor.refresh());
  useEffect(() => {
    if (round !== undefined) refresh(round);
  }, [round]);
  return { editor, state };
}

/** Ctrl or Cmd with Z and Shift-Z (or Y) for the whole editor, in its fields too; `onStep` shows what changed. */
export function useUndoKeys(
  editor: { undo: () => Unit | null; redo: () => Unit | null } | null,
  onStep: (unit: Unit | null, back: boolean) => void,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!editor || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    const back = key === 'z' && !event.shiftKey;
    if (!back && !(key === 'y' || (key === 'z' && event.shiftKey))) return;
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    onStep(back ? editor.undo() : editor.redo(), back);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
