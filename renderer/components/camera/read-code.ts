import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import program from 'zxing-wasm/reader/zxing_reader.wasm?url';

// By default zxing-wasm loads its program from a server on the network.
prepareZXingModule({ overrides: { locateFile: () => program } });

/** Longest side in pixels. More does not help to read a code that a person holds in front of a camera. */
const longest = 1280;

/** Returns the text of a bar code or QR code in the video's present picture; null without one. */
export async function readCode(video: HTMLVideoElement, canvas: HTMLCanvasElement): Promise<string | null> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return null;
  const shrink = Math.min(1, longest / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * shrink);
  canvas.height = Math.round(videoHeight * shrink);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return null;
  pen.drawImage(video, 0, 0, canvas.width, canvas.height);
  const picture = pen.getImageData(0, 0, canvas.width, canvas.height);
  const found = await readBarcodes(picture, { maxNumberOfSymbols: 1, tryHarder: true });
  return found.find(({ isValid, text }) => isValid && text.trim() !== '')?.text.trim() ?? null;
}
