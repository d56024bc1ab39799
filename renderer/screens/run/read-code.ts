import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import program from 'zxing-wasm/reader/zxing_reader.wasm?url';

// Its own default is a server on the network.
prepareZXingModule({ overrides: { locateFile: () => program } });

/** A longer side tells no more of a code that a person holds before a camera. */
const longest = 1280;

/** The text of a bar code or a square code in what the camera sees; null while there is none. */
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
