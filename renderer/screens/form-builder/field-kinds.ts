/** A kind of field that an author adds: a type of the contract, or one that Benchside makes of it. */
export const fieldKinds = [
  'Text Input',
  'Text Area',
  'Numeric Input',
  'Date',
  'Checkbox',
  'Radios',
  'Select',
  'Image',
  'Signature',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

export const isFieldKind = (kind: string): kind is FieldKind => fieldKinds.some((one) => one === kind);
