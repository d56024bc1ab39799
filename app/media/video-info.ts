import { invalid } from '../../shared/errors.ts';
import type { UncheckedFile } from './storage.ts';
import type { VideoFacts } from './video-facts.ts';
import { readMp4 } from './mp4.ts';
import { readWebm } from './webm.ts';

export interface VideoType {
  format: 'mp4' | 'mov' | 'webm';
  mime: string;
}

const types: Readonly<Record<string, VideoType>> = {
  mp4: { format: 'mp4', mime: 'video/mp4' },
  m4v: { format: 'mp4', mime: 'video/mp4' },
  mov: { format: 'mov', mime: 'video/quicktime' },
  webm: { format: 'webm', mime: 'video/webm' },
};

/** @throws AppError `invalid` for another extension */
export function videoType(filename: string): VideoType {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(types, extension) ? types[extension] : undefined;
  if (type) return type;
  throw invalid('file', `${filename}: a video must be one of ${Object.keys(types).join(', ')}.`);
}

/** @throws AppError `invalid`, as a sentence, for a file that is not what its name says or is incomplete */
export async function videoInfo(file: UncheckedFile, filename: string): Promise<VideoFacts> {
  const { format } = videoType(filename);
  if (file.bytes === 0) throw invalid('file', 'This file is empty: it has no bytes.');
  const actual = sniffVideo(await file.read(0, 64));
  if (actual !== format) {
    throw invalid(
      'file',
      actual
        ? `${filename} does not match its name: its content is ${actual.toUpperCase()}. Rename it and try again.`
        : `${filename} is no video that Benchside can play.`,
    );
  }
  try {
    return await (format === 'webm' ? readWebm(file) : readMp4(file));
  } catch (error) {
    // An error of the system while reading says nothing about the file.
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw invalid('file', `${filename} is damaged or incomplete: ${error.message}.`);
  }
}

/** First boxes of old QuickTime files without a file type box. */
const quickTimeBoxes = ['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

function sniffVideo(head: Buffer): VideoType['format'] | undefined {
  if (head.subarray(0, 4).toString('hex') === '1a45dfa3') {
    return head.includes('webm', 0, 'latin1') ? 'webm' : undefined;
  }
  const box = head.toString('latin1', 4, 8);
  if (box === 'ftyp') return head.toString('latin1', 8, 12) === 'qt  ' ? 'mov' : 'mp4';
  return quickTimeBoxes.includes(box) ? 'mov' : undefined;
}
