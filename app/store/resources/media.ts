import type { MediaImage } from '../../../shared/model/image.ts';
import { sql } from '../sql.ts';
import type { SimpleResource } from './resource.ts';

/** A picture of a person's media manager. */
export const imageResource: SimpleResource<MediaImage & { userid: number }> = {
  text: (s, imageid) => s.media.answer(imageid),
  tellsAnonymousGone: false,
  put: (s, _imageid, { userid, ...told }) => s.media.putRemoteItem(userid, told),
  forget: (s, imageid) => s.media.removeRemoteItem(imageid),
  here: sql`SELECT imageid AS id FROM image WHERE userid IS NOT NULL AND deleted = 0`,
};

type FeedMediaItem = Record<string, unknown> & { userid: number };

export const videoResource: SimpleResource<FeedMediaItem> = {
  text: (s, videoid) => s.videos.answer(videoid),
  tellsAnonymousGone: false,
  put: (s, _videoid, told) => s.videos.putRemote(told, told.userid),
  forget: (s, videoid) => s.videos.removeRemote(videoid),
  here: sql`SELECT videoid AS id FROM video WHERE userid IS NOT NULL AND deleted = 0`,
};

export const documentResource: SimpleResource<FeedMediaItem> = {
  text: (s, documentid) => s.documents.answer(documentid),
  tellsAnonymousGone: false,
  put: (s, _documentid, told) => s.documents.putRemote(told, told.userid),
  forget: (s, documentid) => s.documents.removeRemote(documentid),
  here: sql`SELECT documentid AS id FROM document WHERE userid IS NOT NULL AND deleted = 0`,
};
