import type { Step } from '../../../shared/model/guide.ts';
import type { Video, VideoEncoding } from '../../../shared/model/video.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { ItemReader, ItemWriter } from '../media/items.ts';
import type { ItemBody } from '../media/items.ts';
import { imageObject, newGuid, posterGuid } from '../media/media.ts';
import { fileAddress } from '../media/stored-files.ts';
import { sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';

const kind = { name: 'video', key: 'videoid' } as const;

export interface NewVideo {
  userid: number;
  filename: string;
  /** Milliseconds. */
  duration: number;
  width: number;
  height: number;
  format: string;
  mime: string;
  codecs: string;
  /** Imageid of its poster. */
  imageid: number | undefined;
  sha256: string;
  bytes: number;
}

/** Videos of media managers, and those that steps show. */
export class VideoReader extends ItemReader {
  constructor(s: StoreReader) {
    super(s, kind);
  }
}

export class VideoWriter extends ItemWriter {
  constructor(s: StoreWriter) {
    super(s, kind);
  }

  /** Adds a video to the media manager. Its file is stored already and is its only encoding: nothing is converted. */
  add({ userid, imageid, sha256, bytes, format, mime, codecs, ...given }: NewVideo): Video {
    const videoid = this.s.meta.nextId('video');
    const guid = newGuid();
    const { duration, width, height } = given;
    const filename = withoutPlaceholders(given.filename);
    const poster =
      imageid === undefined ? posterItem(width, height) : this.s.media.requireItem(imageid, 'image');
    const encoding = { column: 'original', label: 'Original', width, height, codecs, mime, format };
    const video: Video = {
      ...blank(videoid),
      filename,
      duration,
      width,
      height,
      image: poster,
      meta: { duration, width, height, size: bytes },
      encodings: [{ ...encoding, url: fileAddress('Video', guid, filename), always_generate: false }],
    };
    this.s.media.files.put({ guid, name: filename, mime, bytes, sha256 });
    this.put(videoid, userid, video);
    return video;
  }

  protected override completed(videoid: number, entry: ItemBody): ItemBody {
    const encodings = Array.isArray(entry['encodings']) ? (entry['encodings'] as object[]) : [];
    return {
      ...blank(videoid),
      ...entry,
      encodings: encodings.map((encoding) => ({ ...blankEncoding, ...encoding })),
    };
  }

  protected override store(row: Parameters<ItemWriter['store']>[0]): void {
    super.store(row);
    const { image } = JSON.parse(row.body) as { image: { image?: { id?: unknown } } | null };
    const imageid =
      typeof image?.image?.id === 'number' && image.image.id !== posterid ? image.image.id : null;
    this.s.db.run(sql`UPDATE video SET imageid = ${imageid} WHERE videoid = ${row.itemid}`);
  }
}

/** Returns the videos of these steps as the steps contain them. */
export const shownVideos = (steps: readonly Step[]): ItemBody[] =>
  steps.flatMap(({ media }) => (media.type === 'video' && !Array.isArray(media.data) ? [media.data] : []));

const posterid = -2;

/** Returns a placeholder poster: nothing here can extract a frame of a video. */
const posterItem = (width: number, height: number): NonNullable<Video['image']> => ({
  image: imageObject(posterid, posterGuid),
  srcid: null,
  width,
  height,
  ratio: 'VARIABLE',
  markup: null,
  exif: {},
});

const blank = (videoid: number): Video => ({
  videoid,
  objectid: videoid,
  srcid: null,
  filename: '',
  duration: 0,
  width: 0,
  height: 0,
  image: null,
  meta: null,
  encodings: [],
});

const blankEncoding: VideoEncoding = {
  column: 'original',
  label: '',
  width: 0,
  height: 0,
  codecs: '',
  mime: '',
  format: '',
  url: '',
  always_generate: false,
};
