import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';

import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { DocumentEditor } from './document-editor.ts';
import type { EditorState, DocumentSource, Unit } from './editor-types.ts';
import { nameOf } from './editor-types.ts';

export interface OpenEditor<Doc, Of extends DocumentSource<Doc>> {
  editor: DocumentEditor<Doc, Of>;
  state: EditorState<Doc> | null;
}

/**
 * Opens an editor while the screen is mounted; leaving saves the rest. Other screens refetch what it has saved.
 *
 * @param stale first parts of the keys of queries to refetch
 */
export function useEditor<Doc, Of extends DocumentSource<Doc>>(
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
  const { state } = useStore(editor.store);

  // Each finished sync may have brought a newer document, or the site's ids.
  const { data: round } = useQuery({ ...syncQuery, select: ({ lastSuccessAt }) => lastSuccessAt });
  const refresh = useEffectEvent((_round: number | null) => editor.refresh());
  useEffect(() => {
    if (round !== undefined) refresh(round);
  }, [round]);
  return { editor, state };
}

/** Undo and redo keys for the whole editor, also in its fields. `onStep` gets the changed unit. */
export function useUndoKeys(
  editor: { undo: () => Unit | null; redo: () => Unit | null } | null,
  onStep: (unit: Unit | null, back: boolean) => void,
): void {
  const words = keyTexts.editor;
  const when = (): boolean => editor !== null;
  const undo = (): void => {
    if (editor) onStep(editor.undo(), true);
  };
  const redo = (): void => {
    if (editor) onStep(editor.redo(), false);
  };
  useShortcuts(words.name, [
    { keys: ['Mod+Z'], does: words.undo, when, run: undo, inFields: true },
    { keys: ['Mod+Shift+Z', 'Mod+Y'], does: words.redo, when, run: redo, inFields: true },
  ]);
}

/** Focuses a unit's field, once it is rendered. */
export function focusUnit(unit: Unit): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`[data-unit="${CSS.escape(nameOf(unit))}"]`);
    // If the field has the focus already, keep the cursor.
    if (field && !field.contains(document.activeElement)) field.focus();
  });
}
