import type { Image, ImageSize } from '../../shared/model/image.ts';
import { imageSizes } from '../../shared/model/image.ts';

/**
 * Returns the addresses to try for a picture, best first. Our own server replaces a size that it does not have by the nearest one, so
 * a second address of it would fail, too. Other servers may have only some of the sizes: larger ones are tried next, then smaller ones.
 *
 * @param page address of the page, which tells our own server from others
 */
export function imageUrls(image: Image, wanted: ImageSize, page: string = location.href): string[] {
  const target = imageSizes[wanted];
  const sizes = Object.entries(imageSizes) as [ImageSize, number][];
  const larger = sizes.filter(([, side]) => side > target).sort(([, a], [, b]) => a - b);
  const smaller = sizes.filter(([, side]) => side < target).sort(([, a], [, b]) => b - a);
  const names = [wanted, ...[...larger, ...smaller].map(([name]) => name)];
  const urls = names.map((name) => image[name]).filter((url) => url !== undefined);
  const [best = image.original] = urls;
  const isOwn = new URL(best, page).origin === new URL(page).origin;
  return isOwn ? [best] : [...new Set([...urls, image.original])];
}
