import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { CopyState } from '../../../shared/model/benchside.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import { picturesOf } from '../../../shared/model/step-pictures.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { imageUrls } from '../../components/image-url.ts';
import { copyQuery, guideQuery, readingQuery } from '../../api/queries/guides.ts';
import { homeQuery, infoQuery } from '../../api/queries/site.ts';
import { useGuideLanguage } from '../../state/guide-language.ts';

export interface GuideState {
  guide: UseQueryResult<Guide>;
  copy: CopyState | undefined;
  /** Why a mark was not taken. */
  problem: string | null;
  setFavorite: (favorite: boolean) => void;
  setCompleted: (completed: boolean) => void;
}

/** A reader's mark on a guide, and its new state. */
type Mark = ['favorited' | 'completed', boolean];

const markRoutes = {
  favorited: {
    on: 'PUT /user/favorites/guides/{guideid}',
    off: 'DELETE /user/favorites/guides/{guideid}',
  },
  completed: { on: 'PUT /guides/{guideid}/completed', off: 'DELETE /guides/{guideid}/completed' },
} as const;

export function useGuide(guideid: number): GuideState {
  const client = useQueryClient();
  const langid = useGuideLanguage(guideid);
  const guide = useQuery({
    ...guideQuery(guideid, langid),
    // The guide in the language before stays until the other is here.
    placeholderData: (previous) => (previous?.guideid === guideid ? previous : undefined),
  });
  const info = useQuery(infoQuery);
  // A hub has the guide itself, not a copy.
  const isCopy = info.data !== undefined && info.data.profile !== 'hub';
  const copy = useQuery({ ...copyQuery(guideid), enabled: guide.data !== undefined && isCopy });
  const mark = ([name, value]: Mark): void => {
    for (const shown of new Set([undefined, ...(guide.data?.available_langids ?? []), langid]))
      client.setQueryData(guideQuery(guideid, shown).queryKey, (old) =>
        old ? { ...old, [name]: value } : old,
      );
  };
  const marking = useMutation({
    mutationFn: ([name, value]: Mark) => api(markRoutes[name][value ? 'on' : 'off'], { params: { guideid } }),
    onMutate: mark,
    onError: (_error, [name, value]) => mark([name, !value]),
    onSettled: () => client.invalidateQueries({ queryKey: homeQuery.queryKey }),
  });
  return {
    guide,
    copy: copy.data,
    problem: marking.error ? errorMessage(marking.error) : null,
    setFavorite: (favorite) => marking.mutate(['favorited', favorite]),
    setCompleted: (completed) => marking.mutate(['completed', completed]),
  };
}

export interface Position {
  stepid: number | null;
  finished: boolean;
}

/** Stores the person's position in a guide, so that they can continue there later. */
export function useReadingPosition(guideid: number, { stepid, finished }: Position): void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    // One scope for all screens: positions are sent in the order in which they were reached.
    scope: { id: 'reading' },
    mutationFn: ({ id, ...body }: Position & { id: number }) =>
      api('PUT /benchside/reading/{guideid}', { params: { guideid: id }, body }),
    onSuccess: (_answer, { id }) => {
      void client.invalidateQueries({ queryKey: readingQuery(id).queryKey });
      void client.invalidateQueries({ queryKey: homeQuery.queryKey });
    },
  });
  useEffect(() => mutate({ id: guideid, stepid, finished }), [guideid, stepid, finished, mutate]);
}

/** Returns where the person stopped in this guide; null at its beginning, and until that is known. */
export function useResume(guide: Guide): { stepid: number; position: number } | null {
  const stepid = useQuery(readingQuery(guide.guideid)).data?.stepid;
  const index = guide.steps.findIndex((step) => step.stepid === stepid);
  return stepid && index > 0 ? { stepid, position: index + 1 } : null;
}

/** Preloads the pictures of the given steps. */
export function usePreload(steps: readonly (Step | null)[]): void {
  const urls = steps.flatMap((step) =>
    (step ? picturesOf(step) : []).flatMap((image) => imageUrls(image, 'huge').slice(0, 1)),
  );
  const list = urls.join(' ');
  useEffect(() => {
    const images = list
      .split(' ')
      .filter(Boolean)
      .map((url) => {
        const image = new Image();
        image.src = url;
        return image;
      });
    return () => {
      for (const image of images) image.src = '';
    };
  }, [list]);
}
