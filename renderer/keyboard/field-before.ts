export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isTextField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

interface Before {
  value: string;
  selection: [number, number] | null;
}

/** The values of fields before a scanner typed into them. */
export class FieldsBefore {
  readonly #fields = new Map<Field, Before>();

  /** Call it before a key changes the field. Only the first call for a field counts. */
  keep(field: Field): void {
    if (!this.#fields.has(field))
      this.#fields.set(field, { value: field.value, selection: selectionOf(field) });
  }

  /** Restores the values with input events, so that autosave saves them too. */
  restore(): void {
    for (const [field, { value, selection }] of this.#fields) {
      if (!field.isConnected || field.value === value) continue;
      setValue(field, value);
      if (selection && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selection);
    }
  }
}

const selectionOf = (field: Field): [number, number] | null =>
  field instanceof HTMLSelectElement || field.selectionStart === null || field.selectionEnd === null
    ? null
    : [field.selectionStart, field.selectionEnd];

/** Sets a field's value so that React notices it. React replaces the setter of the element, so this calls that of its prototype. */
function setValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  const kind = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(kind, { bubbles: true }));
}

/** Returns the position of the cursor; 0 if the field has none. */
export const caretOf = (field: Field): number => selectionOf(field)?.[0] ?? 0;

/** Performs what a withheld Enter would have done in a field at `caret`, although more was typed since. */
export function pressEnter(field: Field, caret: number): void {
  const key = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
  if (!field.isConnected || !field.dispatchEvent(new KeyboardEvent('keydown', key))) return;
  if (field instanceof HTMLTextAreaElement) {
    const { value, selectionStart: start, selectionEnd: end } = field;
    setValue(field, `${value.slice(0, caret)}\n${value.slice(caret)}`);
    const moved = (place: number): number => (place < caret ? place : place + 1);
    field.setSelectionRange(moved(start), moved(end));
    return;
  }
  const { form } = field;
  const button = form?.querySelector<HTMLButtonElement>('button:not([type=button], [type=reset])');
  if (button) button.click();
  else form?.requestSubmit();
}
