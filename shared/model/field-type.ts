export const fieldTypes = [
  'Text Input',
  'Text Area',
  'Numeric Input',
  'Checkbox',
  'Image',
  'Radios',
  'Select',
] as const;
export type FieldType = (typeof fieldTypes)[number];
