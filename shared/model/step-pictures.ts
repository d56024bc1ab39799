import type { Step } from './guide.ts';
import type { Image } from './image.ts';

type Loose = Record<string, unknown>;

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

const isImage = (value: unknown): value is Image =>
  isLoose(value) && typeof value['guid'] === 'string' && typeof value['original'] === 'string';

/** Returns the pictures of a step, or the still of its video or embed. */
export function picturesOf({ media: { data } }: Step): Image[] {
  if (Array.isArray(data)) return data.filter(isImage).slice(0, 3);
  const wrapped = isLoose(data['image']) ? data['image'] : {};
  return [wrapped['image'], wrapped].filter(isImage).slice(0, 1);
}
