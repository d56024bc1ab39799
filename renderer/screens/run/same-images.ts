import type { Step } from '../../../shared/model/guide.ts';
import { mediaOf } from '../../features/guide-view/step-media.ts';

/** Returns whether two versions of a step show the same pictures in the same order, or the same video. */
export function sameImages(a: Step, b: Step): boolean {
  const shown = (step: Step): string => {
    const media = mediaOf(step);
    return media.kind === 'images' ? media.images.map(({ guid }) => guid).join() : `video ${media.url ?? ''}`;
  };
  return shown(a) === shown(b);
}
