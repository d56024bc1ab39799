export type Ratio = 'ONE_ONE' | 'FOUR_THREE' | 'VARIABLE';

export interface NewImage {
  /** Only given for fixtures; otherwise the next ids are used. */
  imageid?: number;
  guid?: string;
  userid: number | null;
  srcid?: number | null;
  width: number;
  height: number;
  mime: string;
  markup?: string | null;
  exif?: Record<string, string>;
  /** Kept only as the source of another picture, outside the media manager. */
  hidden?: boolean;
}

export interface ImageListOptions {
  userid: number;
  ratio?: Ratio | undefined;
  minWidth: number;
  minHeight: number;
  order: 'ASC' | 'DESC';
  limit: number;
  offset: number;
}

export function ratioOf(width: number, height: number): Ratio {
  const isNear = (ratio: number): boolean => Math.abs(width / height / ratio - 1) < 0.01;
  if (isNear(1)) return 'ONE_ONE';
  return isNear(4 / 3) ? 'FOUR_THREE' : 'VARIABLE';
}
