import type { DocumentEditor } from '../../features/edit/document-editor.ts';
import type { EditorState } from '../../features/edit/editor-types.ts';
import type { WikiDocument } from '../../../shared/model/wiki.ts';
import type { WikiField, WikiEditorSource, WikiValues } from './wiki-source.ts';

export type WikiEditor = DocumentEditor<WikiDocument, WikiEditorSource>;

/** Access of the form to the wiki. */
export interface WikiAccess {
  get: <Name extends WikiField>(name: Name) => WikiValues[Name];
  set: <Name extends WikiField>(name: Name, value: WikiValues[Name], pace?: 'typing' | 'choice') => void;
  problem: (name: WikiField) => string | null;
  /** Returns the other side's value if both sides changed the field. */
  conflict: (name: WikiField) => { theirs: unknown } | undefined;
  resolve: (name: WikiField, choice: 'mine' | 'theirs') => void;
  rest: () => void;
}

export const wikiAccess = (editor: WikiEditor, state: EditorState<WikiDocument>): WikiAccess => ({
  get: (name) => editor.value([name]) as WikiValues[typeof name],
  set: (name, value, pace = 'typing') => editor.set([name], value, pace),
  problem: (name) => editor.problem([name]),
  conflict: (name) => state.conflicts.get(name),
  resolve: (name, choice) => editor.resolve([name], choice),
  rest: () => editor.flush(),
});
