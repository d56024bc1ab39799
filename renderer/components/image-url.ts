import type { Image, ImageSize } from '../../shared/model/image.ts';
import { imageSizes } from '../../shared/model/image.ts';

/**
 * Returns the addresses to try for a picture, best first: the wanted size, larger ones, smaller ones. A desk may have only
 * some of the sizes.
 */
export function imageUrls(image: Image, wanted: ImageSize): string[] {
  const target = imageSizes[wanted];
  const sizes = Object.entries(imageSizes) as [ImageSize, number][];
  const larger = sizes.filter(([, side]) => side > target).sort(([, a], [, b]) => a - b);
  const smaller = sizes.filter(([, side]) => side < target).sort(([, a], [, b]) => b - a);
  const names = [wanted, ...[...larger, ...smaller].map(([name]) => name)];
  const urls = names.map((name) => image[name]).filter((url) => url !== undefined);
  return [...new Set([...urls, image.original])];
}
