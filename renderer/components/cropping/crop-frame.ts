import type { PictureSize } from '../markers/marker-path.ts';

/** The part of a picture that remains, in fractions of the rotated picture's width and height. */
export interface CropFrame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Corner = 'topLeft' | 'topRight' | 'bottomRight' | 'bottomLeft';
export type FramePart = Corner | 'frame';

/** A picture as it is shown in the editor: rotated by quarter turns, with a frame. */
export interface Cropping {
  /** Clockwise, 0 to 3. */
  quarters: number;
  frame: CropFrame;
}

/** Fewer pixels are refused (CONTRACT 6.4). */
const leastSide = 50;

export const wholePicture: CropFrame = { left: 0, top: 0, right: 1, bottom: 1 };

export const rotatedSize = ({ width, height }: PictureSize, quarters: number): PictureSize =>
  quarters % 2 === 0 ? { width, height } : { width: height, height: width };

/** Rotates the picture by a quarter; the frame stays around the same part. */
export function rotate({ quarters, frame }: Cropping, clockwise: boolean): Cropping {
  const { left, top, right, bottom } = frame;
  return clockwise
    ? { quarters: (quarters + 1) % 4, frame: { left: 1 - bottom, top: left, right: 1 - top, bottom: right } }
    : { quarters: (quarters + 3) % 4, frame: { left: top, top: 1 - right, right: bottom, bottom: 1 - left } };
}

/**
 * Moves the frame or one of its corners, and keeps it inside the picture.
 *
 * @param by in fractions of the rotated picture
 * @param size of the rotated picture, in pixels
 */
export function moveFrame(
  frame: CropFrame,
  part: FramePart,
  by: { x: number; y: number },
  size: PictureSize,
): CropFrame {
  const { left, top, right, bottom } = frame;
  if (part === 'frame') {
    const x = clamp(by.x, -left, 1 - right);
    const y = clamp(by.y, -top, 1 - bottom);
    return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
  }
  const width = Math.min(1, leastSide / size.width);
  const height = Math.min(1, leastSide / size.height);
  const isLeft = part === 'topLeft' || part === 'bottomLeft';
  const isTop = part === 'topLeft' || part === 'topRight';
  return {
    left: isLeft ? clamp(left + by.x, 0, right - width) : left,
    right: isLeft ? right : clamp(right + by.x, left + width, 1),
    top: isTop ? clamp(top + by.y, 0, bottom - height) : top,
    bottom: isTop ? bottom : clamp(bottom + by.y, top + height, 1),
  };
}

/** Returns the frame in whole pixels of the rotated picture. */
export function pixelsOf(
  { left, top, right, bottom }: CropFrame,
  { width, height }: PictureSize,
): PictureSize & { left: number; top: number } {
  const [x, y] = [Math.round(left * width), Math.round(top * height)];
  return {
    left: x,
    top: y,
    width: Math.round(right * width) - x,
    height: Math.round(bottom * height) - y,
  };
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
