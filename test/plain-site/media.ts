import { createHash } from 'node:crypto';

import type { Data, Picture } from './data.ts';
import { invalid, notFound, nothing, ok, page } from './http.ts';
import type { Answer, Ask, Operations } from './http.ts';
import { requireViewer } from './people.ts';

const sizes = ['mini', 'thumbnail', '140x105', '200x150', 'standard', '440x330', 'medium', 'large', 'huge'];

/** Omits variants that are not made yet. */
export function imageOf(ask: Ask, imageid: number): Record<string, unknown> {
  const picture = ask.data.pictures.get(imageid);
  if (!picture) return placeholder(ask);
  const original = `${ask.origin}/igi/${picture.guid}`;
  const variants = isReady(ask.data, picture) ? sizes.map((size) => [size, `${original}.${size}`]) : [];
  return { id: imageid, guid: picture.guid, ...Object.fromEntries(variants), original };
}

export function placeholder({ origin }: Ask): Record<string, unknown> {
  const guid = 'default_avatar_placeholder_guid';
  return { id: -1, guid, mini: `${origin}/igi/${guid}.mini`, original: `${origin}/igi/${guid}` };
}

const isReady = (data: Data, { readyAt }: Picture): boolean => data.requests >= readyAt;

const itemOf = (ask: Ask, { imageid, srcid, width, height, ratio, guid }: Picture) => ({
  image: imageOf(ask, imageid),
  guid,
  srcid,
  width,
  height,
  ratio,
  markup: null,
  exif: [],
});

export function addPicture(
  data: Data,
  given: Pick<Picture, 'userid' | 'srcid' | 'width' | 'height' | 'ratio' | 'mime' | 'bytes'>,
): Picture {
  const imageid = data.next('image');
  const guid = createHash('md5').update(`picture ${imageid}`).digest('base64url').slice(0, 16);
  const readyAt = data.requests + data.knobs.variantsAfter;
  const picture = { ...given, imageid, guid, readyAt, removed: false };
  data.pictures.set(imageid, picture);
  return picture;
}

function upload(ask: Ask): Answer {
  const { userid } = requireViewer(ask);
  if (!ask.query.get('file')) throw invalid('file', 'file is required', 'missing_field');
  const { mime, width, height } = measure(ask.bytes);
  const crop = ask.query.get('cropToRatio') ?? 'VARIABLE';
  const whole = { userid, srcid: null, width, height, mime, bytes: ask.bytes };
  const picture = addPicture(ask.data, { ...whole, ratio: 'VARIABLE' });
  if (crop !== 'FOUR_THREE' && crop !== 'ONE_ONE') return ok(itemOf(ask, picture));
  // The cropped part replaces the whole; its pixels do not matter here.
  picture.removed = true;
  const [x, y] = crop === 'ONE_ONE' ? [1, 1] : [4, 3];
  const unit = Math.min(width / x, height / y);
  const cut = { width: Math.floor(unit * x), height: Math.floor(unit * y), ratio: crop };
  return ok(itemOf(ask, addPicture(ask.data, { ...whole, ...cut, srcid: picture.imageid })));
}

function measure(bytes: Buffer): { mime: string; width: number; height: number } {
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG')
    return { mime: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.readUInt16BE(0) === 0xffd8) {
    let at = 2;
    while (at + 9 < bytes.length && ![0xc0, 0xc1, 0xc2].includes(bytes[at + 1] ?? 0))
      at += 2 + bytes.readUInt16BE(at + 2);
    return { mime: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
  }
  throw invalid('file', 'This is not a picture that this site takes');
}

function copy(ask: Ask): Answer {
  const { userid } = requireViewer(ask);
  const key = ask.params['imageid'];
  const source = [...ask.data.pictures.values()].find(
    (one) => String(one.imageid) === key || one.guid === key,
  );
  if (!source) throw notFound('Image');
  return ok(itemOf(ask, addPicture(ask.data, { ...source, userid, srcid: source.imageid })));
}

/** The file of a picture, under the root of the site. */
export function file(data: Data, name: string): Answer {
  const [guid = '', size] = name.split('.');
  const picture = [...data.pictures.values()].find((one) => one.guid === guid);
  if (!picture || (size !== undefined && !isReady(data, picture))) throw notFound('Image');
  return { status: 200, bytes: picture.bytes, mime: picture.mime };
}

export const media: Operations = {
  'GET /user/media/images': (ask) => {
    const { userid } = requireViewer(ask);
    const own = [...ask.data.pictures.values()].filter((one) => one.userid === userid && !one.removed);
    return ok(page(ask, own).map((picture) => itemOf(ask, picture)));
  },
  'POST /user/media/images': upload,
  'POST /user/media/images/{imageid}': copy,
  'DELETE /user/media/images/{imageids}': (ask) => {
    const { userid } = requireViewer(ask);
    for (const id of (ask.params['imageids'] ?? '').split(',')) {
      const picture = ask.data.pictures.get(Number(id));
      if (picture?.userid === userid) picture.removed = true;
    }
    return nothing;
  },
  'GET /user/media/videos': (ask) => (requireViewer(ask), ok([])),
};
