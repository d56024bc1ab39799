/** Facts from a video's container; dimensions after rotation to upright. */
export interface VideoFacts {
  /** Milliseconds; 0 if unknown, as in recordings by browsers. */
  duration: number;
  width: number;
  height: number;
  codecs: string;
}
