import { useQuery } from '@tanstack/react-query';
import { IconHistory, IconPlus } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Guide } from '../../../shared/model/guide.ts';
import { translationsQuery } from '../../api/queries/guides.ts';
import { joinList } from '../../format.ts';
import { languageName, ownName } from '../../language-name.ts';
import { paths } from '../../location.ts';
import { readGuideIn } from '../../state/guide-language.ts';
import styles from '../languages/languages.module.css';
import { languageTexts } from '../languages/texts.ts';
import { guideTexts } from './texts.ts';
import { useTranslationTargets } from '../languages/translation-targets.ts';

/** Leads to the first of the site's languages that a guide lacks. */
export function MissingLanguages({ guide }: { guide: Guide }): ReactElement | null {
  const { missing } = useTranslationTargets(guide);
  const [first] = missing;
  if (first === undefined) return null;
  return (
    <Link href={paths.translateGuide(guide.guideid, first)} className={styles.missing}>
      <IconPlus size="1.3em" aria-hidden />
      {languageTexts.translate(joinList(missing.map(languageName)))}
    </Link>
  );
}

/** Switches between the languages that people have translated a guide into, and marks those whose original has changed since. */
export function GuideLanguages({ guide }: { guide: Guide }): ReactElement | null {
  const { guideid, langid: shown, available_langids: langids } = guide;
  const { data: translations = [] } = useQuery({
    ...translationsQuery(guideid),
    enabled: langids.length > 1,
  });
  if (langids.length < 2) return null;
  const isOutdated = (langid: string): boolean =>
    translations.some((one) => one.langid === langid && one.changed.length > 0);
  return (
    <fieldset className={styles.languages} aria-label={guideTexts.languages}>
      {langids.map((langid) => (
        <button
          key={langid}
          type="button"
          className={styles.language}
          aria-pressed={langid === shown}
          aria-label={
            isOutdated(langid) ? `${ownName(langid)}: ${guideTexts.translation.outdated}` : undefined
          }
          onClick={() => readGuideIn(guideid, langid)}
        >
          <span lang={langid}>{ownName(langid)}</span>
          {isOutdated(langid) ? <IconHistory size="1.3em" aria-hidden /> : null}
        </button>
      ))}
    </fieldset>
  );
}
