import type { ImageFile } from '../store/media/media.ts';
import type { MediaStorage } from './storage.ts';
import { variants } from './imaging.ts';
import type { Original, Variant } from './imaging.ts';

/** Writes a picture and all its sizes; pass the result to `s.media.add`. Equal bytes are written once. */
export async function storePicture(
  files: MediaStorage,
  original: Original,
  sizes?: readonly Variant[],
): Promise<ImageFile[]> {
  const all = [{ size: 'original' as const, ...original }, ...(sizes ?? (await variants(original)))];
  const written = new Map<Uint8Array, { sha256: string; bytes: number }>();
  const stored: ImageFile[] = [];
  for (const { size, bytes, mime } of all) {
    const file = written.get(bytes) ?? (await files.write(bytes));
    written.set(bytes, file);
    stored.push({ size, mime, ...file });
  }
  return stored;
}
