import type { EditorState, DocumentSource } from './editor-types.ts';

type Rebased<Doc> = Pick<EditorState<Doc>, 'doc' | 'edits' | 'conflicts'>;

/** Rebases the edits onto a newer document: merges each unit, and makes a conflict of changes that exclude each other. */
export function rebased<Doc>(source: DocumentSource<Doc>, state: EditorState<Doc>, doc: Doc): Rebased<Doc> {
  const edits = new Map(state.edits);
  const conflicts = new Map(state.conflicts);
  for (const [name, edit] of state.edits) {
    const { unit } = edit;
    const [base, value] = [edit.base, edit.value].map((one) => source.renamed(unit, one));
    const theirs = source.read(doc, unit);
    const isSaved = source.same(unit, base, value);
    if (theirs !== undefined && (isSaved || source.same(unit, theirs, value))) {
      edits.set(name, { unit, base: theirs, value: source.reconcile(unit, value, theirs) });
      conflicts.delete(name);
    } else if (source.same(unit, base, theirs)) {
      edits.set(name, { unit, base: theirs, value });
    } else if (theirs === undefined && isSaved) {
      edits.delete(name);
    } else if (theirs === undefined) {
      conflicts.set(name, { base, theirs });
    } else {
      const merged = source.merge(unit, base, value, theirs);
      const asked = state.conflicts.get(name);
      edits.set(name, { unit, base: theirs, value: merged.mine });
      if (asked)
        conflicts.set(name, {
          base: asked.base,
          theirs: source.merge(unit, base, asked.theirs, theirs).theirs,
        });
      else if (!merged.clean) conflicts.set(name, { base, theirs: merged.theirs });
    }
  }
  return { doc, edits, conflicts };
}
