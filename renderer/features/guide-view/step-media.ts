import type { Step } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import { picturesOf } from '../../../shared/model/step-pictures.ts';
import { safeUrl } from '../../bridge.ts';

export type Media =
  | { kind: 'images'; images: Image[] }
  | { kind: 'video'; poster: Image | null; url: string | null; title: string };

type Loose = Record<string, unknown>;

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the pictures of a step, or the still and URL of its video or embed. */
export function mediaOf(step: Step): Media {
  const pictures = picturesOf(step);
  const { data } = step.media;
  if (Array.isArray(data)) return { kind: 'images', images: pictures };
  const encodings: unknown[] = Array.isArray(data['encodings']) ? data['encodings'] : [];
  const addresses = [
    data['url'],
    ...encodings.map((encoding) => (isLoose(encoding) ? encoding['url'] : null)),
  ];
  return {
    kind: 'video',
    poster: pictures[0] ?? null,
    url: addresses.map((address) => safeUrl(textOf(address))).find((url) => url !== null) ?? null,
    title: textOf(data['title']) || textOf(data['filename']),
  };
}
