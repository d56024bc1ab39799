import { createStore } from 'zustand/vanilla';

import type { FieldInput, StepFormField } from '../../../shared/model/step-form.ts';
import type { Draft, Drafts } from './form-values.ts';
import { enteredValue } from './form-values.ts';

export interface Refusal {
  /** Whether the same may be taken later. */
  again: boolean;
  message: string;
  /** Words on single fields, by field_revisionid. */
  fields: ReadonlyMap<number, string>;
}

export interface SaverOptions {
  /** Stores values by field_revisionid; resolves once the API has answered. */
  send: (fields: Record<string, string | null>) => Promise<void>;
  refusalOf: (error: unknown) => Refusal;
  /** From the first key press to sending; with the answer it stays below 300 ms. */
  delayMs?: number;
  retryMs?: number;
}

/** What was typed, and what is stored for it. */
interface Entered {
  input: FieldInput | null;
  value: string | null;
}

/**
 * Sends what is typed into forms while it is typed: one request at a time, the newest value of each field. A value that
 * its field does not take is not sent; one that found no answer is sent again until it finds one.
 */
export class ValueSaver {
  readonly #options: Required<SaverOptions>;
  readonly #pending = new Map<number, Entered>();
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
  enter(field: StepFormField, input: FieldInput | null): void {
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

  /** Sends what waits, without delay; resolves when nothing waits any more, or when something has to. */
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

  /** Whether there is a point in sending at once what waits now. */
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

  /** What was refused for itself is the person's to mend; the rest of the batch was not stored either. */
  #keep(batch: ReadonlyMap<number, Entered>, { again, message, fields }: Refusal): boolean {
    for (const [id, entered] of batch) {
      if (!fields.has(id) && !this.#pending.has(id)) this.#pending.set(id, entered);
    }
    this.#mark(batch, (id) => {
      const refused = fields.get(id);
      if (refused !== undefined) return { kind: 'refused', message: refused };
      return fields.size > 0 ? { kind: 'saving' } : { kind: 'waiting', message };
    });
    if (fields.size === 0 && again) this.#plan(this.#options.retryMs);
    return fields.size > 0;
  }

  /** A field that was typed into meanwhile keeps its newer state. */
  #mark(batch: ReadonlyMap<number, Entered>, stateOf: (id: number) => Draft['state']): void {
    this.#draw(
      [...batch]
        .filter(([id, { input }]) => this.drafts().get(id)?.input === input)
        .map(([id, { input }]) => [id, { input, state: stateOf(id) }]),
    );
  }

  #draw(changes: [number, Draft][]): void {
    if (changes.length === 0) return;
    this.store.setState({ drafts: new Map([...this.drafts(), ...changes]) });
  }
}
