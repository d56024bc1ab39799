import { loadSharp } from '../../app/media/sharp.ts';

/** Returns a PNG of 60 by 50 pixels, as base64, for tests that do not depend on the content of pictures. */
export async function smallPicture(): Promise<string> {
  const sharp = await loadSharp();
  const picture = sharp({ create: { width: 60, height: 50, channels: 3, background: 'teal' } });
  return (await picture.png().toBuffer()).toString('base64');
}
