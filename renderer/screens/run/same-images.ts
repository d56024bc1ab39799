import type { Step } from '../../../shared/model/guide.ts';
import { mediaOf } from '../guide/step-media.ts';

/** Whether two versions of a step show the same pictures or video in the same order. */
export function sameImages(a: Step, b: Step): boolean {
  const shown = (step: Step): string => {
    const media = mediaOf(step);
    return media.kind === 'images' ? media.images.map(({ guid }) => guid).join() : `video ${media.url ?? ''}`;
  };
  return shown(a) === shown(b);
}
