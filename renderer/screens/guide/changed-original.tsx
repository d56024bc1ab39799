import { useQuery } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Guide } from '../../../shared/model/guide.ts';
import { translationsQuery } from '../../api/queries/guides.ts';
import { useKiosk } from '../../components/use-kiosk.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { joinList } from '../../format.ts';
import { paths } from '../../location.ts';
import styles from '../../features/languages/changed-original.module.css';

/** Says in which parts the original of the translation that is read has changed since. */
export function ChangedOriginal({ guide }: { guide: Guide }): ReactElement | null {
  const kiosk = useKiosk();
  const { guideid, langid, available_langids: langids } = guide;
  const { data: translations = [] } = useQuery({
    ...translationsQuery(guideid),
    enabled: langids.length > 1,
  });
  const changed = translations.find((one) => one.langid === langid)?.changed ?? [];
  if (changed.length === 0) return null;
  const parts = changed.map(({ field, stepid }) =>
    field === 'step-title' || field === 'line'
      ? guideTexts.step.untitled(guide.steps.findIndex((step) => step.stepid === stepid) + 1)
      : guideFieldTexts.fields[field],
  );
  return (
    <p className={styles.changed}>
      <IconHistory size="1.4em" aria-hidden />
      <span>
        {guideTexts.translation.changed(joinList(new Set(parts)))}{' '}
        {guide.can_edit && !kiosk ? (
          <Link href={paths.translateGuide(guideid, langid)}>{guideTexts.translation.update}</Link>
        ) : null}
      </span>
    </p>
  );
}
