/** Provisional ids lie beyond this, far from any number that a person would type. */
export const firstProvisional = 1_000_000_000;

export const isProvisional = (id: number): boolean => Number.isInteger(id) && id < -firstProvisional;

/** Names of texts that hold an id, or a list of ids with commas: `guideid`, `imageids`, and values of forms, which may be pictures. */
const namesOfIds = /(ids?|^value|^-?\d+)$/;

/** Matches the ids in a text. One without such a name holds only those of pictures in wiki text, and may be a number that a person typed. */
export const idsOf = (text: string, name: string): RegExp =>
  namesOfIds.test(name) && /^-?\d+(,-?\d+)*$/.test(text) ? /-\d{10,15}/g : /(?<=\[image\|)-\d{10,15}/g;

/** Returns false only if `resolve` would leave the value as it is. */
export const mentionsProvisional = (value: unknown): boolean => /-\d{10}/.test(JSON.stringify(value) ?? '');

/** Returns the provisional ids in a value. Text that people write may hold numbers that look like ids. @param name of a text */
export function provisionalIn(value: unknown, name = ''): number[] {
  if (typeof value === 'number') return isProvisional(value) ? [value] : [];
  if (typeof value === 'string')
    return (value.match(idsOf(value, name)) ?? []).map(Number).filter(isProvisional);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    ...provisionalIn(key, nameOfKey),
    ...provisionalIn(item, Array.isArray(value) ? name : key),
  ]);
}

/** Objects may have ids as their keys. */
export const nameOfKey = 'id';
