import { createStore } from 'zustand/vanilla';

import type { Draft } from '../../../shared/model/draft.ts';
import { DraftKeeper } from '../../components/editing/draft-keeper.ts';
import { failureOf } from './editor-parts.ts';
import type { Edit, EditorState, DocumentSource, Unit } from './editor-types.ts';
import { nameOf } from './editor-types.ts';
import { rebased } from './rebase.ts';

interface Watched<Doc> {
  /** Null until the document is loaded. */
  state: EditorState<Doc> | null;
  loadError: unknown;
}

/** A document with the person's unsaved changes, which are also kept as a draft. Screens subscribe to `store`. */
export class EditedDocument<Doc, Of extends DocumentSource<Doc>> {
  readonly source: Of;
  readonly store = createStore<Watched<Doc>>(() => ({ state: null, loadError: null }));
  protected readonly drafts: DraftKeeper;

  constructor(source: Of) {
    this.source = source;
    this.drafts = new DraftKeeper(source.draftKey, (kept) => this.change({ kept }));
  }

  get state(): EditorState<Doc> | null {
    return this.store.getState().state;
  }

  get loadError(): unknown {
    return this.store.getState().loadError;
  }

  value(unit: Unit): unknown {
    const edit = this.state?.edits.get(nameOf(unit));
    return edit ? edit.value : this.state ? this.source.read(this.state.doc, unit) : undefined;
  }

  needsSave({ unit, base, value }: Edit): boolean {
    return !this.source.same(unit, base, value);
  }

  unsaved(): Edit[] {
    return this.state ? [...this.state.edits.values()].filter((edit) => this.needsSave(edit)) : [];
  }

  /** Returns why a unit is not saved: it was refused, or cannot be sent as it is; null if neither. */
  problem(unit: Unit): string | null {
    const { state } = this;
    const edit = state?.edits.get(nameOf(unit));
    const refused = state?.refused.get(nameOf(unit));
    return refused ?? (edit && this.needsSave(edit) ? this.source.check(unit, edit.value) : null);
  }

  /** Reports a failed operation on the document. */
  report(error: unknown): void {
    this.change({ failure: failureOf(error) });
  }

  say(said: string): void {
    this.change({ said });
  }

  protected begin(doc: Doc, draft: Draft | null): void {
    this.store.setState({
      state: {
        doc,
        edits: new Map(),
        conflicts: new Map(),
        refused: new Map(),
        saving: false,
        kept: true,
        savedAt: null,
        failure: null,
        offered: draft && this.isNews(doc, draft) ? draft : null,
        said: '',
      },
    });
  }

  protected rebase(doc: Doc): void {
    const { state } = this;
    if (!state) return;
    this.source.arrived(state.doc, doc);
    this.change(rebased(this.source, state, doc));
  }

  /** Stores the draft, unless an older one is still offered to the person. */
  protected keepDraft(): void {
    if (!this.state?.offered) this.drafts.keep(this.draftBody());
  }

  protected draftBody(): Draft['body'] | null {
    const unsaved = this.unsaved();
    const { state } = this;
    if (unsaved.length === 0 || !state) return null;
    // With this base a conflict comes up again when the draft is restored.
    const asFound = unsaved.map((edit) => {
      const conflict = state.conflicts.get(nameOf(edit.unit));
      return conflict ? { ...edit, base: conflict.base } : edit;
    });
    return this.source.writeDraft(state.doc, asFound);
  }

  protected change(part: Partial<EditorState<Doc>>): void {
    const { state } = this;
    if (state) this.store.setState({ state: { ...state, ...part } });
  }

  /** Returns whether a draft differs from the document. It does not if the program ended after saving the edits. */
  private isNews(doc: Doc, { body }: Draft): boolean {
    return this.source
      .readDraft(doc, body)
      .some(({ unit, value }) => !this.source.same(unit, this.source.read(doc, unit), value));
  }
}
