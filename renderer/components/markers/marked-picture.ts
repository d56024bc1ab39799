import { markerColours, readMarkup, writeMarkup } from '../../../shared/markup.ts';
import type { Marker } from '../../../shared/markup.ts';
import type { Image } from '../../../shared/model/image.ts';
import { api } from '../../api/client.ts';
import { errorStatus } from '../../api/errors.ts';
import type { Answer } from '../../api/types.ts';
import { imageUrls } from '../image-url.ts';
import { edge, markerPath, strokeOf } from './marker-path.ts';
import type { PictureSize } from './marker-path.ts';
import { markerTexts } from './texts.ts';

/** The largest file of a picture that this machine has. */
export interface FetchedPicture {
  url: string;
  blob: Blob;
  /** In pixels. */
  size: PictureSize;
}

/** A picture in the marker editor; its size is the unit of the markers' coordinates. */
export interface OpenPicture extends FetchedPicture {
  /** The picture without markers. */
  base: Image;
  markers: Marker[];
}

/** Longest side in pixels. More is of no use on any screen, and costs seconds. */
const longest = 4096;

/**
 * Opens a picture for marking. If its markers are known, opens the picture they were drawn on; else the picture itself, with
 * any markers in its pixels.
 */
export async function openPicture(image: Image): Promise<OpenPicture> {
  const item = await itemOf(image);
  const markers = item?.markup ? readMarkup(item.markup) : null;
  const source = markers && item?.srcImageInfo;
  const base = source ? source.image : image;
  const fetched = await fetchPicture(base);
  const known = source ?? item;
  const size = known && known.width > 0 ? { width: known.width, height: known.height } : fetched.size;
  return { ...fetched, base, size, markers: source ? markers : [] };
}

/** Draws the markers into a copy of the picture and stores it together with their `markup`. */
export async function storeMarked(picture: OpenPicture, markers: readonly Marker[]): Promise<Image> {
  if (markers.length === 0) return picture.base;
  const file = await drawn(picture, markers);
  const query = { file: file.name, srcid: picture.base.id, markup: writeMarkup(markers) };
  return (await api('POST /user/media/images', { query, file })).image;
}

async function drawn({ blob, size }: OpenPicture, markers: readonly Marker[]): Promise<File> {
  const bitmap = await createImageBitmap(blob);
  const shrink = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * shrink);
  canvas.height = Math.round(bitmap.height * shrink);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error(markerTexts.noCanvas);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  pen.scale(canvas.width / size.width, canvas.height / size.height);
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  const stroke = strokeOf(size);
  for (const marker of markers) {
    const path = new Path2D(markerPath(marker, stroke));
    for (const [style, width] of [
      [edge.colour, stroke * edge.width],
      [markerColours[marker.colour], stroke],
    ] as const) {
      pen.strokeStyle = style;
      pen.lineWidth = width;
      pen.stroke(path);
    }
  }
  const type = blob.type === 'image/png' ? 'image/png' : 'image/jpeg';
  const made = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, 0.92);
  });
  if (!made) throw new Error(markerTexts.noCanvas);
  return new File([made], type === 'image/png' ? 'marked.png' : 'marked.jpg', { type });
}

/** Returns the media item of a picture; null if this machine does not have it. */
async function itemOf(image: Image): Promise<Answer<'GET /media/images/{imageid/guid}'> | null> {
  try {
    return await api('GET /media/images/{imageid/guid}', { params: { imageid: image.guid } });
  } catch (error) {
    if (errorStatus(error) === 404) return null;
    throw error;
  }
}

/** @throws Error, as a sentence, if no size of the picture is on this machine */
export async function fetchPicture(image: Image): Promise<FetchedPicture> {
  for (const url of new Set([image.original, ...imageUrls(image, 'huge')])) {
    const response = await fetch(url);
    if (!response.ok) continue;
    const blob = await response.blob();
    const bitmap = await createImageBitmap(blob);
    const size = { width: bitmap.width, height: bitmap.height };
    bitmap.close();
    return { url, blob, size };
  }
  throw new Error(markerTexts.notHere);
}
