import { createStore } from 'zustand/vanilla';

import type { FieldInput, StepFormField } from '../../../shared/model/step-form.ts';
import type { FormDraft, Drafts } from '../../features/step-form/form-values.ts';
import { enteredValue } from '../../features/step-form/form-values.ts';

export interface Refusal {
  /** True if the same values may be accepted later. */
  again: boolean;
  message: string;
  /** Messages about single fields, by field_revisionid. */
  fields: ReadonlyMap<number, string>;
}

export interface SaverOptions {
  /** Stores values by field_revisionid; resolves once the API has answered. */
  send: (fields: Record<string, string | null>) => Promise<void>;
  refusalOf: (error: unknown) => Refusal;
  /** From the first keystroke to sending; with the answer it takes less than 300 ms. */
  delayMs?: number;
  retryMs?: number;
}

/** The typed input, and the value to store for it. */
interface Entered {
  input: FieldInput | null;
  value: string | null;
}

/**
 * Saves form values while the person types: one request at a time, the newest value of each field. An invalid value is not
 * sent; one without an answer is sent again until it has one.
 */
export class ValueSaver {
  readonly #options: Required<SaverOptions>;
  readonly #pending = new Map<number, Entered>();
  readonly #replaced = new Map<number, StepFormField>();
  readonly store = createStore<{ drafts: Drafts }>(() => ({ drafts: new Map() }));
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<boolean> | undefined;

  constructor(options: SaverOptions) {
    this.#options = { delayMs: 120, retryMs: 1_000, ...options };
  }

  drafts(): Drafts {
    return this.store.getState().drafts;
  }

  /** `null` and an empty text remove a value. */
  enter(given: StepFormField, input: FieldInput | null): void {
    const field = this.latest(given);
    const id = field.field_revisionid;
    const read = enteredValue(field, input);
    if ('problem' in read) {
      this.#pending.delete(id);
      this.#draw([[id, { input, state: { kind: 'refused', message: read.problem } }]]);
      return;
    }
    this.#pending.set(id, { input, value: input === null ? null : read.value });
    this.#draw([[id, { input, state: { kind: 'saving' } }]]);
    this.#plan(this.#options.delayMs);
  }

  /** Goes on with a field whose id was replaced: what is not stored under the old one is entered again. */
  replace(before: number, field: StepFormField): void {
    // A form may come back, with which the run was begun.
    this.#replaced.delete(field.field_revisionid);
    this.#replaced.set(before, field);
    const draft = this.drafts().get(before);
    if (!draft) return;
    this.#pending.delete(before);
    const others = [...this.drafts()].filter(([id]) => id !== before);
    this.store.setState({ drafts: new Map([...others, [field.field_revisionid, draft]]) });
    if (draft.state.kind !== 'saved') this.enter(field, draft.input);
  }

  /** Returns the field that replaced this one, or this one. */
  latest(field: StepFormField): StepFormField {
    const next = this.#replaced.get(field.field_revisionid);
    return next ? this.latest(next) : field;
  }

  /** Sends pending values now; resolves when none are left, or when the rest has to wait for a retry. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#sending) await this.#sending;
    if (this.#pending.size === 0) return;
    this.#sending = this.#send();
    if (await this.#sending) await this.settle();
  }

  #plan(delayMs: number): void {
    this.#timer ??= setTimeout(() => void this.settle(), delayMs);
  }

  /** Sends one batch. @returns whether to send the remaining values at once */
  async #send(): Promise<boolean> {
    const batch = new Map(this.#pending);
    this.#pending.clear();
    try {
      await this.#options.send(Object.fromEntries([...batch].map(([id, { value }]) => [id, value])));
      const at = performance.now();
      this.#mark(batch, () => ({ kind: 'saved', at }));
      return true;
    } catch (error) {
      return this.#keep(batch, this.#options.refusalOf(error));
    } finally {
      this.#sending = undefined;
    }
  }

  /**
   * Queues a failed batch again, except refused values, which the person has to fix. A refusal stores nothing of a batch. It may
   * name a field by an id that this window does not know yet; then no value of the batch can be stored.
   */
  #keep(batch: ReadonlyMap<number, Entered>, { again, message, fields }: Refusal): boolean {
    const isNamed = [...batch.keys()].some((id) => fields.has(id));
    for (const [id, entered] of batch) {
      if (!fields.has(id) && !this.#pending.has(id)) this.#pending.set(id, entered);
    }
    this.#mark(batch, (id) => {
      const refused = fields.get(id);
      if (refused !== undefined) return { kind: 'refused', message: refused };
      return isNamed ? { kind: 'saving' } : { kind: 'waiting', message };
    });
    if (!isNamed && again) this.#plan(this.#options.retryMs);
    return isNamed;
  }

  /** Sets the state of the batch's fields, except those typed into since. */
  #mark(batch: ReadonlyMap<number, Entered>, stateOf: (id: number) => FormDraft['state']): void {
    this.#draw(
      [...batch]
        .filter(([id, { input }]) => this.drafts().get(id)?.input === input)
        .map(([id, { input }]) => [id, { input, state: stateOf(id) }]),
    );
  }

  #draw(changes: [number, FormDraft][]): void {
    if (changes.length === 0) return;
    this.store.setState({ drafts: new Map([...this.drafts(), ...changes]) });
  }
}
