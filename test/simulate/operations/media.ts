import type { Guide } from '../../../shared/model/guide.ts';
import type { Image, MediaImage } from '../../../shared/model/image.ts';
import type { Actor } from './actor.ts';
import { photoOf } from '../photo.ts';
import { openGuide } from './guides.ts';
import type { Act } from './guides.ts';

async function upload(doing: Actor): Promise<MediaImage | undefined> {
  const mark = doing.mark();
  return doing.write<MediaImage>(`POST /user/media/images?file=${mark}.png`, photoOf(mark), mark);
}

/** Returns one of the person's pictures, or a new one. */
export async function picture(doing: Actor): Promise<number | undefined> {
  const own = (await doing.get<MediaImage[]>('/user/media/images?limit=200')) ?? [];
  return (doing.random.chance(0.6) ? doing.random.pick(own) : await upload(doing))?.image.id;
}

export async function illustrate(doing: Actor): Promise<unknown> {
  const image = await picture(doing);
  const guide = await openGuide(doing);
  if (image === undefined || !guide) return undefined;
  const { guideid, revisionid } = guide;
  const step = doing.random.pick(ownSteps(guide));
  if (!step || doing.random.chance(0.3))
    return doing.write(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { image });
  const shown = picturesOf(step).map(({ id }) => id);
  const media = { type: 'image', data: [...shown, image].slice(-3) };
  return doing.write(`PATCH /guides/${guideid}/steps/${step.stepid}?revisionid=${step.revisionid}`, {
    media,
  });
}

const ownSteps = ({ steps, guideid }: Guide): Guide['steps'] =>
  steps.filter((step) => step.guideid === guideid);

const picturesOf = ({ media }: Guide['steps'][number]): Image[] =>
  media.type === 'image' ? (media.data as Image[]) : [];

async function copy(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  const images = guide?.steps.flatMap(picturesOf);
  const image = images && doing.random.pick(images);
  return image && doing.write(`POST /user/media/images/${image.id}`, undefined);
}

async function remove(doing: Actor): Promise<unknown> {
  const own = await doing.get<MediaImage[]>('/user/media/images?limit=200');
  const item = own && doing.random.pick(own);
  return item && doing.write(`DELETE /user/media/images/${item.image.id}`, undefined);
}

async function document(doing: Actor): Promise<unknown> {
  const mark = doing.mark();
  const path = `/user/media/documents?file=${mark}.txt&title=Sheet%20${mark}`;
  return doing.write(`POST ${path}`, Buffer.from(`What ${mark} says.`), mark);
}

export const media: readonly (readonly [number, Act, number?])[] = [
  [1, upload, 2],
  [1.5, illustrate, 2],
  [0.3, copy, 2],
  [0.3, remove, 2],
  [0.4, document, 2],
];
