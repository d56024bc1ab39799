import { errorMessage, errorStatus } from '../../api/errors.ts';
import { failureOf, without } from './editor-parts.ts';
import { EditHistory } from './edit-history.ts';
import { EditedDocument } from './edited-document.ts';
import type { Edit, DocumentSource, Unit } from './editor-types.ts';
import { nameOf } from './editor-types.ts';
import { Pace } from './pace.ts';
import { SaveQueue } from './save-queue.ts';

interface Operation<Doc> {
  perform: (doc: Doc) => Promise<Doc>;
  isEdit: boolean;
}

/** Last saves of closed editors, by draft key; the next editor of the document waits for them. */
const closing = new Map<string, Promise<void>>();

/**
 * Edits one document, unit by unit, and saves while the person edits:
 *
 *     set ──(≤ 200 ms)──▶ draft ──(pause)──▶ request ──▶ the answer is the new document, the unit leaves the draft
 *                                               └─ 409 ─▶ load and merge; conflicts are for the person
 *
 * One request at a time, because each needs the revisionid of the previous answer. A touched unit stays in `edits`:
 * what is on screen keeps its identity, and each save moves the unit's base.
 */
export class DocumentEditor<Doc, Of extends DocumentSource<Doc> = DocumentSource<Doc>> extends EditedDocument<
  Doc,
  Of
> {
  readonly history: EditHistory = new EditHistory();

  private readonly onSaved: () => void;
  private readonly pace = new Pace();
  private readonly operations: Operation<Doc>[] = [];
  /** The last saved value of each unit. The store may normalize it; that is no reason to send it again. */
  private readonly taken = new Map<string, unknown>();
  private readonly queue = new SaveQueue(
    () => this.next(),
    () => this.pace.delay(this.sendable().map(({ unit }) => nameOf(unit))),
    () => {
      if (this.state?.saving) this.change({ saving: false });
    },
  );
  private conflictsInARow = 0;
  private isOpen = true;
  private starts = 0;

  /** @param onSaved called after each answer, also the last one after closing */
  constructor(source: Of, onSaved: () => void = () => undefined) {
    super(source);
    this.onSaved = onSaved;
  }

  async start(): Promise<void> {
    this.isOpen = true;
    this.queue.open();
    // `start` may be called again before the first call has its answers. Only the last call continues, or it would undo edits.
    const turn = (this.starts += 1);
    try {
      this.store.setState({ loadError: null });
      await closing.get(this.source.draftKey);
      const [doc, draft] = await Promise.all([this.source.load(), this.drafts.find()]);
      if (turn !== this.starts) return;
      this.begin(doc, draft);
    } catch (error) {
      if (turn === this.starts) this.store.setState({ loadError: error });
    }
  }

  /** Sends all unsaved edits; those that cannot be sent stay in the draft. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    const key = this.source.draftKey;
    const last = this.finish().finally(() => {
      if (closing.get(key) === last) closing.delete(key);
    });
    closing.set(key, last);
  }

  /** @param pace `typing` waits for a pause; `choice` is sent at once */
  set(unit: Unit, value: unknown, pace: 'typing' | 'choice' = 'typing'): void {
    const before = this.value(unit);
    if (before === value) return;
    this.history.add({ unit, before, after: value, pace });
    this.put(unit, value, pace);
  }

  /** Queues an operation that is not an edit of a unit. `perform` gets the document as it is at its turn. */
  run(perform: (doc: Doc) => Promise<Doc>): void {
    this.operations.push({ perform, isEdit: true });
    this.queue.run();
  }

  undo(): Unit | null {
    return this.step(this.history.undo());
  }

  redo(): Unit | null {
    return this.step(this.history.redo());
  }

  /** Sends edits that wait for a pause in typing. */
  flush(): void {
    this.pace.hurry();
    this.queue.run();
  }

  retry(): void {
    this.pace.succeeded();
    this.change({ failure: null, refused: new Map() });
    this.flush();
  }

  /** Loads the document again, after a sync. Queued, because an older document must not arrive after a save. */
  refresh(): void {
    this.operations.push({ perform: () => this.source.load(), isEdit: false });
    this.queue.run();
  }

  restoreDraft(): void {
    const { state } = this;
    if (!state?.offered) return;
    const restored = this.source.takeDraft(state.doc, state.offered.body);
    const edits = new Map(restored.map((edit) => [nameOf(edit.unit), edit]));
    this.change({ offered: null, edits });
    for (const [name, { unit }] of edits) this.pace.note(name, this.source.waits(unit) ? 'left' : 'now');
    this.rebase(state.doc);
    this.keepDraft();
    this.queue.run();
  }

  discardDraft(): void {
    this.change({ offered: null });
    this.drafts.forget();
  }

  /** Resolves a conflict: `mine` then replaces the other side's value. */
  resolve(unit: Unit, choice: 'mine' | 'theirs'): void {
    const { state } = this;
    const name = nameOf(unit);
    const conflict = state?.conflicts.get(name);
    const edit = state?.edits.get(name);
    if (!state || !conflict || !edit) return;
    const { theirs } = conflict;
    this.change({ conflicts: without(state.conflicts, name) });
    if (choice === 'mine') {
      const base = theirs === undefined ? undefined : edit.base;
      this.change({ edits: new Map(state.edits).set(name, { unit, base, value: edit.value }) });
      this.put(unit, edit.value, 'choice');
    } else if (theirs === undefined) this.drop(unit);
    else this.set(unit, this.source.reconcile(unit, edit.value, theirs), 'choice');
  }

  /** Removes a unit that does not exist any more. */
  drop(unit: Unit): void {
    const { state } = this;
    if (!state) return;
    const name = nameOf(unit);
    this.pace.forget(name);
    this.change({
      edits: without(state.edits, name),
      conflicts: without(state.conflicts, name),
      refused: without(state.refused, name),
    });
    this.keepDraft();
  }

  /** Sets a value without an undo step, for a new or restored step. */
  put(unit: Unit, value: unknown, pace: 'typing' | 'choice'): void {
    const { state } = this;
    if (!state) return;
    const name = nameOf(unit);
    const known = state.edits.get(name);
    const base = known ? known.base : this.source.read(state.doc, unit);
    this.taken.delete(name);
    this.change({
      edits: new Map(state.edits).set(name, { unit, base, value }),
      refused: without(state.refused, name),
    });
    this.pace.note(name, pace === 'choice' ? 'now' : this.source.waits(unit) ? 'left' : 'paused');
    this.keepDraft();
    this.queue.run();
  }

  private step(entry: ReturnType<EditHistory['undo']>): Unit | null {
    if (!entry) return null;
    if ('act' in entry) {
      entry.act();
      return null;
    }
    this.put(entry.unit, entry.value, 'choice');
    return entry.unit;
  }

  /** Returns the edits that can be sent, even if their pause is not over. */
  private sendable(): Edit[] {
    const { state } = this;
    if (!state || state.failure?.final) return [];
    return this.unsaved().filter((edit) => {
      const name = nameOf(edit.unit);
      return (
        !state.conflicts.has(name) &&
        !(this.taken.has(name) && this.taken.get(name) === edit.value) &&
        this.problem(edit.unit) === null
      );
    });
  }

  private async next(): Promise<boolean> {
    const operation = this.operations.shift();
    if (operation) {
      await this.attemptOperation(operation);
      return true;
    }
    const edit = this.sendable().find(({ unit }) => this.pace.isDue(nameOf(unit)));
    return edit ? this.attempt(edit) : false;
  }

  private async attemptOperation({ perform, isEdit }: Operation<Doc>): Promise<void> {
    const { state } = this;
    if (!state) return;
    if (isEdit) this.change({ saving: true });
    for (let attempt = 0; ; attempt += 1) {
      try {
        const doc = await perform((this.state ?? state).doc);
        if (isEdit) this.saved(doc);
        else this.rebase(doc);
        return;
      } catch (error) {
        if (errorStatus(error) === 409 && attempt < 3 && (await this.reload())) continue;
        this.change({ failure: failureOf(error) });
        return;
      }
    }
  }

  /** Saves one edit. @returns whether there may be more to do now */
  private async attempt(edit: Edit): Promise<boolean> {
    const { state } = this;
    if (!state) return false;
    this.change({ saving: true });
    try {
      const doc = await this.source.save(state.doc, edit.unit, edit.value);
      this.conflictsInARow = 0;
      this.settle(edit, doc);
      return true;
    } catch (error) {
      return await this.failed(edit, error);
    }
  }

  /** Makes the saved value the unit's base, under anything typed meanwhile. */
  private settle({ unit, value: sent }: Edit, doc: Doc): void {
    const { state } = this;
    if (!state) return;
    const name = nameOf(unit);
    const current = state.edits.get(name);
    const base = this.source.read(doc, unit);
    if (current) {
      const value = this.source.reconcile(unit, current.value, base, sent);
      if (current.value === sent) this.taken.set(name, value);
      this.change({ edits: new Map(state.edits).set(name, { unit, base, value }) });
    }
    this.saved(doc);
  }

  private saved(doc: Doc): void {
    this.pace.succeeded();
    this.rebase(doc);
    this.change({ savedAt: Date.now() / 1000, failure: null });
    this.keepDraft();
    this.onSaved();
  }

  private async failed({ unit }: Edit, error: unknown): Promise<boolean> {
    const { state } = this;
    if (!state) return false;
    const status = errorStatus(error);
    if (status === 409) {
      this.conflictsInARow += 1;
      if (this.conflictsInARow <= 5) return this.reload();
    }
    if (status === 422) {
      this.change({ refused: new Map(state.refused).set(nameOf(unit), errorMessage(error)) });
      return true;
    }
    this.pace.failed();
    this.conflictsInARow = 0;
    this.change({ failure: failureOf(error) });
    return false;
  }

  private async reload(): Promise<boolean> {
    try {
      this.rebase(await this.source.load());
      return true;
    } catch (error) {
      this.pace.failed();
      this.change({ failure: failureOf(error) });
      return false;
    }
  }

  private async finish(): Promise<void> {
    this.pace.hurry();
    await this.queue.close();
    if (this.state && !this.state.offered) await this.drafts.settle(this.draftBody());
  }
}
