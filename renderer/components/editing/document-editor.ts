import type { Draft } from '../../../shared/model/draft.ts';
import { messageOf, statusOf } from '../../api.ts';
import { EditHistory } from './edit-history.ts';
import type { Edit, EditorState, Failure, Source, Unit } from './editor-types.ts';
import { nameOf } from './editor-types.ts';
import { DraftKeeper } from './draft-keeper.ts';

/** Typing rests this long before it is sent; choices are sent at once. */
const typingPauseMs = 1200;
const retryMs = [1000, 2000, 5000, 15_000];

interface Operation<Doc> {
  perform: (doc: Doc) => Promise<Doc>;
  isEdit: boolean;
}

/** Documents being saved after their editor was closed: the next editor waits for that. */
const closing = new Map<string, Promise<void>>();

/**
 * Edits one document, unit by unit, and saves as the person goes:
 *
 *     set ──(≤ 200 ms)──▶ draft ──(pause)──▶ request ──▶ answer is the new document, the draft forgets
 *                                               └─ 409 ─▶ load, merge what is not touched, ask about the rest
 *
 * One request at a time, because each needs the revisionid of the answer before. A unit never leaves `edits` once it was
 * touched: what is on screen keeps its identity, and its base moves along with what is saved.
 */
export class DocumentEditor<Doc, Of extends Source<Doc> = Source<Doc>> {
  readonly source: Of;
  readonly history: EditHistory = new EditHistory();
  state: EditorState<Doc> | null = null;
  loadError: unknown = null;

  private readonly onSaved: () => void;
  private readonly listeners = new Set<() => void>();
  private readonly drafts: DraftKeeper;
  private readonly changedAt = new Map<string, number>();
  private readonly operations: Operation<Doc>[] = [];
  /** What the store took last of each unit: it may spell it its own way, and that is no reason to send it again. */
  private readonly taken = new Map<string, unknown>();
  private pumping: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retries = 0;
  private conflictsInARow = 0;
  private isOpen = true;

  /** @param onSaved after each answer, of the last one after closing too */
  constructor(source: Of, onSaved: () => void = () => undefined) {
    this.source = source;
    this.onSaved = onSaved;
    this.drafts = new DraftKeeper(source.draftKey, (kept) => this.change({ kept }));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): EditorState<Doc> | null => this.state;

  async start(): Promise<void> {
    this.isOpen = true;
    try {
      this.loadError = null;
      await closing.get(this.source.draftKey);
      const [doc, draft] = await Promise.all([this.source.load(), this.drafts.find()]);
      this.state = {
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
      };
    } catch (error) {
      this.loadError = error;
    }
    this.tell();
  }

  /** What is not saved yet is sent now, and the draft keeps what cannot be. */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.timer);
    const key = this.source.draftKey;
    const last = this.finish().finally(() => {
      if (closing.get(key) === last) closing.delete(key);
    });
    closing.set(key, last);
  }

  value(unit: Unit): unknown {
    const edit = this.state?.edits.get(nameOf(unit));
    return edit ? edit.value : this.state ? this.source.read(this.state.doc, unit) : undefined;
  }

  /** @param pace `typing` waits for a pause; `choice` is sent at once */
  set(unit: Unit, value: unknown, pace: 'typing' | 'choice' = 'typing'): void {
    const before = this.value(unit);
    if (before === value) return;
    this.history.add({ unit, before, after: value, pace });
    this.put(unit, value, pace);
  }

  /** Something that is no unit: `perform` is given the document as it is when its turn comes. */
  run(perform: (doc: Doc) => Promise<Doc>): void {
    this.operations.push({ perform, isEdit: true });
    this.pump();
  }

  undo(): Unit | null {
    return this.step(this.history.undo());
  }

  redo(): Unit | null {
    return this.step(this.history.redo());
  }

  /** Sends what waits for a pause. */
  flush(): void {
    for (const name of this.changedAt.keys()) this.changedAt.set(name, 0);
    this.pump();
  }

  retry(): void {
    this.retries = 0;
    this.change({ failure: null, refused: new Map() });
    this.flush();
  }

  /** The store may have a newer document, after a sync. In the queue: an older one must not arrive after a save. */
  refresh(): void {
    this.operations.push({ perform: () => this.source.load(), isEdit: false });
    this.pump();
  }

  restoreDraft(): void {
    const { state } = this;
    if (!state?.offered) return;
    const restored = this.source.readDraft(state.doc, state.offered.body);
    const edits = new Map(restored.map((edit) => [nameOf(edit.unit), edit]));
    this.change({ offered: null, edits });
    for (const [name, { unit }] of edits) this.changedAt.set(name, this.source.waits(unit) ? Infinity : 0);
    this.rebase(state.doc);
    this.drafts.keep(this.draftBody());
    this.pump();
  }

  discardDraft(): void {
    this.change({ offered: null });
    this.drafts.forget();
  }

  /** Settles a conflict: with what the person has, which then replaces theirs, or with theirs. */
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
    else this.set(unit, this.source.adopt(unit, edit.value, theirs), 'choice');
  }

  /** Forgets a unit that is no more. */
  drop(unit: Unit): void {
    const { state } = this;
    if (!state) return;
    const name = nameOf(unit);
    this.changedAt.delete(name);
    this.change({
      edits: without(state.edits, name),
      conflicts: without(state.conflicts, name),
      refused: without(state.refused, name),
    });
    this.drafts.keep(this.draftBody());
  }

  /** Puts a value in without a trace in the history: a step that comes back, or starts. */
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
    this.changedAt.set(name, pace === 'choice' ? 0 : this.source.waits(unit) ? Infinity : Date.now());
    this.drafts.keep(this.draftBody());
    this.pump();
  }

  /** Something that goes with the document did not work. */
  report(error: unknown): void {
    this.change({ failure: failureOf(error) });
  }

  say(said: string): void {
    this.change({ said });
  }

  needsSave({ unit, base, value }: Edit): boolean {
    return !this.source.same(unit, base, value);
  }

  unsaved(): Edit[] {
    return this.state ? [...this.state.edits.values()].filter((edit) => this.needsSave(edit)) : [];
  }

  /** A program that ended between a save and the end of its draft has lost nothing. */
  private isNews(doc: Doc, { body }: Draft): boolean {
    return this.source
      .readDraft(doc, body)
      .some(({ unit, value }) => !this.source.same(unit, this.source.read(doc, unit), value));
  }

  private step(entry: ReturnType<EditHistory['undo']>): Unit | null {
    if (!entry) return null;
    if ('act' in entry) {
      entry.act();
      this.tell();
      return null;
    }
    this.put(entry.unit, entry.value, 'choice');
    return entry.unit;
  }

  private draftBody(): Draft['body'] | null {
    const unsaved = this.unsaved();
    const { state } = this;
    if (unsaved.length === 0 || !state) return null;
    // What is asked about is asked again when the draft is restored.
    const asFound = unsaved.map((edit) => {
      const conflict = state.conflicts.get(nameOf(edit.unit));
      return conflict ? { ...edit, base: conflict.base } : edit;
    });
    return this.source.writeDraft(state.doc, asFound);
  }

  private pump(): void {
    if (this.pumping || !this.state) return;
    clearTimeout(this.timer);
    this.pumping = this.work().finally(() => {
      this.pumping = null;
      if (this.state?.saving) this.change({ saving: false });
      if (this.operations.length > 0) this.pump();
      else this.wait();
    });
  }

  private wait(): void {
    const { state } = this;
    if (!state || !this.isOpen) return;
    clearTimeout(this.timer);
    const due = this.sendable().map(({ unit }) => (this.changedAt.get(nameOf(unit)) ?? 0) + typingPauseMs);
    if (due.every((at) => at === Infinity)) return;
    const delay = state.failure
      ? (retryMs[Math.min(this.retries, retryMs.length) - 1] ?? 1000)
      : Math.max(0, Math.min(...due) - Date.now());
    this.timer = setTimeout(() => this.pump(), delay);
  }

  /** Units that could be sent, whether or not their pause is over. */
  private sendable(): Edit[] {
    const { state } = this;
    if (!state || state.failure?.final) return [];
    return this.unsaved().filter((edit) => {
      const name = nameOf(edit.unit);
      return (
        !state.conflicts.has(name) &&
        !state.refused.has(name) &&
        !(this.taken.has(name) && this.taken.get(name) === edit.value) &&
        this.source.check(edit.unit, edit.value) === null
      );
    });
  }

  private async work(): Promise<void> {
    for (;;) {
      const operation = this.operations.shift();
      if (operation) {
        await this.attemptOperation(operation);
        continue;
      }
      const now = Date.now();
      const next = this.sendable().find(
        ({ unit }) => (this.changedAt.get(nameOf(unit)) ?? 0) + typingPauseMs <= now,
      );
      if (!next || !(await this.attempt(next))) return;
    }
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
        if (statusOf(error) === 409 && attempt < 3 && (await this.reload())) continue;
        this.change({ failure: failureOf(error) });
        return;
      }
    }
  }

  /** @returns whether there may be more to do now */
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

  /** What was sent is the base now; what was typed meanwhile stands on it. */
  private settle({ unit, value: sent }: Edit, doc: Doc): void {
    const { state } = this;
    if (!state) return;
    const name = nameOf(unit);
    const current = state.edits.get(name);
    const base = this.source.read(doc, unit);
    if (current) {
      const value = this.source.adopt(unit, current.value, base, sent);
      if (current.value === sent) this.taken.set(name, value);
      this.change({ edits: new Map(state.edits).set(name, { unit, base, value }) });
    }
    this.saved(doc);
  }

  private saved(doc: Doc): void {
    this.retries = 0;
    this.rebase(doc);
    this.change({ savedAt: Date.now() / 1000, failure: null });
    this.drafts.keep(this.draftBody());
    this.onSaved();
  }

  private async failed({ unit }: Edit, error: unknown): Promise<boolean> {
    const { state } = this;
    if (!state) return false;
    const status = statusOf(error);
    if (status === 409) {
      this.conflictsInARow += 1;
      if (this.conflictsInARow <= 5) return this.reload();
    }
    if (status === 422) {
      this.change({ refused: new Map(state.refused).set(nameOf(unit), messageOf(error)) });
      return true;
    }
    this.retries += 1;
    this.conflictsInARow = 0;
    this.change({ failure: failureOf(error) });
    return false;
  }

  private async reload(): Promise<boolean> {
    try {
      this.rebase(await this.source.load());
      return true;
    } catch (error) {
      this.retries += 1;
      this.change({ failure: failureOf(error) });
      return false;
    }
  }

  /** Moves what is edited onto a newer document: what the other side left alone stays mine, what both changed is asked. */
  private rebase(doc: Doc): void {
    const { state } = this;
    if (!state) return;
    this.source.arrived(state.doc, doc);
    const edits = new Map(state.edits);
    const conflicts = new Map(state.conflicts);
    for (const [name, edit] of state.edits) {
      const { unit, base, value } = edit;
      const theirs = this.source.read(doc, unit);
      if (theirs !== undefined && (!this.needsSave(edit) || this.source.same(unit, theirs, value))) {
        edits.set(name, { unit, base: theirs, value: this.source.adopt(unit, value, theirs) });
        conflicts.delete(name);
      } else if (this.source.same(unit, base, theirs)) {
        edits.set(name, { unit, base: theirs, value });
      } else if (theirs === undefined && !this.needsSave(edit)) {
        edits.delete(name);
      } else if (theirs === undefined) {
        conflicts.set(name, { base, theirs });
      } else {
        const merged = this.source.merge(unit, base, value, theirs);
        const before = state.conflicts.get(name);
        edits.set(name, { unit, base: theirs, value: merged.mine });
        if (before)
          conflicts.set(name, {
            base: before.base,
            theirs: this.source.merge(unit, base, before.theirs, theirs).theirs,
          });
        else if (!merged.clean) conflicts.set(name, { base, theirs: merged.theirs });
      }
    }
    this.change({ doc, edits, conflicts });
  }

  private async finish(): Promise<void> {
    await this.pumping;
    for (const name of this.changedAt.keys()) this.changedAt.set(name, 0);
    await this.work();
    await this.drafts.settle(this.draftBody());
  }

  private change(part: Partial<EditorState<Doc>>): void {
    if (!this.state) return;
    this.state = { ...this.state, ...part };
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function failureOf(error: unknown): Failure {
  const status = statusOf(error);
  return { message: messageOf(error), final: status >= 400 && status < 500 };
}

function without<Value>(map: ReadonlyMap<string, Value>, name: string): ReadonlyMap<string, Value> {
  if (!map.has(name)) return map;
  const rest = new Map(map);
  rest.delete(name);
  return rest;
}
