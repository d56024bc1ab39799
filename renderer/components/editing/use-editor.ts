import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

import { syncQuery } from '../../queries.ts';
import type { DocumentEditor } from './document-editor.ts';
import type { EditorState, Source, Unit } from './editor-types.ts';

export interface OpenEditor<Doc, Of extends Source<Doc>> {
  editor: DocumentEditor<Doc, Of> | null;
  state: EditorState<Doc> | null;
}

/** One editor for as long as the screen shows `what`; leaving saves what is left to save. */
export function useEditor<Doc, Of extends Source<Doc>>(
  what: string,
  make: () => DocumentEditor<Doc, Of>,
): OpenEditor<Doc, Of> {
  const [editor, setEditor] = useState<DocumentEditor<Doc, Of> | null>(null);
  const open = useEffectEvent(make);
  useEffect(() => {
    const opened = open();
    setEditor(opened);
    void opened.start();
    return () => opened.close();
  }, [what]);
  const state = useSyncExternalStore(editor?.subscribe ?? nothing, editor?.snapshot ?? none);
  useFreshDocument(editor);
  return { editor, state };
}

const nothing = () => () => undefined;
const none = () => null;

/** Each finished round may have brought a newer document, or the site's own ids. */
function useFreshDocument<Doc>(editor: DocumentEditor<Doc, Source<Doc>> | null): void {
  const { data: rounds } = useQuery({ ...syncQuery, select: ({ lastSuccessAt }) => lastSuccessAt });
  const refresh = useEffectEvent(() => editor?.refresh());
  useEffect(() => {
    if (rounds !== undefined) refresh();
  }, [rounds]);
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
