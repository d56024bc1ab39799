import type { QueryClient } from '@tanstack/react-query';

import { categoryQuery } from './api/queries/categories.ts';
import { guideQuery } from './api/queries/guides.ts';
import { guideLanguage } from './state/guide-language.ts';

/**
 * Prefetches a link's guide or category on pointer down, so that it has arrived on pointer up.
 *
 * @returns stops it
 */
export function askAhead(client: QueryClient): () => void {
  const ask = ({ target }: PointerEvent): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    const [, screen, name = '', langid] =
      /^#\/(guide|category)\/([^/?]+)(?:\/([^/?]+))?/.exec(link?.hash ?? '') ?? [];
    const guideid = Number(name);
    if (screen === 'guide') void client.prefetchQuery(guideQuery(guideid, guideLanguage(guideid)));
    if (screen === 'category') void client.prefetchQuery(categoryQuery(decodeURIComponent(name), langid));
  };
  window.addEventListener('pointerdown', ask);
  return () => window.removeEventListener('pointerdown', ask);
}
