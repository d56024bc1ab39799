import type { Step } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import { safeUrl } from '../../bridge.ts';

export type Media =
  | { kind: 'images'; images: Image[] }
  | { kind: 'video'; poster: Image | null; url: string | null; title: string };

type Loose = Record<string, unknown>;

const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

const isImage = (value: unknown): value is Image =>
  isLoose(value) && typeof value['guid'] === 'string' && typeof value['original'] === 'string';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the pictures of a step, or the still and URL of its video or embed. */
export function mediaOf({ media }: Step): Media {
  if (Array.isArray(media.data)) return { kind: 'images', images: media.data.filter(isImage).slice(0, 3) };
  const data: Loose = media.data;
  const wrapped = isLoose(data['image']) ? data['image'] : {};
  const poster = [wrapped['image'], wrapped].find(isImage) ?? null;
  const encodings: unknown[] = Array.isArray(data['encodings']) ? data['encodings'] : [];
  const addresses = [
    data['url'],
    ...encodings.map((encoding) => (isLoose(encoding) ? encoding['url'] : null)),
  ];
  return {
    kind: 'video',
    poster,
    url: addresses.map((address) => safeUrl(textOf(address))).find((url) => url !== null) ?? null,
    title: textOf(data['title']) || textOf(data['filename']),
  };
}

export const imagesOf = (step: Step | null): Image[] => {
  if (!step) return [];
  const media = mediaOf(step);
  return media.kind === 'images' ? media.images : media.poster ? [media.poster] : [];
};
