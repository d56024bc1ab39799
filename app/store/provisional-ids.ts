/** Provisional ids lie beyond this, far from any number that a person would type. */
export const firstProvisional = 1_000_000_000;

export const isProvisional = (id: number): boolean => Number.isInteger(id) && id < -firstProvisional;

/** Matches ids: an address holds an id or a list of ids with commas; any other text names only pictures by id. */
export const idsOf = (text: string): RegExp =>
  /^-?\d+(,-?\d+)*$/.test(text) ? /-\d{10,15}/g : /(?<=\[image\|)-\d{10,15}/g;

/** Returns false only if `resolve` would leave the value as it is. */
export const mentionsProvisional = (value: unknown): boolean => /-\d{10}/.test(JSON.stringify(value) ?? '');

/** Returns the provisional ids in a value. Text that people write may hold numbers that look like ids. */
export function provisionalIn(value: unknown): number[] {
  if (typeof value === 'number') return isProvisional(value) ? [value] : [];
  if (typeof value === 'string') return (value.match(idsOf(value)) ?? []).map(Number).filter(isProvisional);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [...provisionalIn(key), ...provisionalIn(item)]);
}
