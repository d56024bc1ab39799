import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import { readGuideIn } from '../../state/guide-language.ts';
import styles from './guide-languages.module.css';
import { guideTexts } from './texts.ts';

/** Other forms are refused by `Intl`; a third-party site may have them. */
const wellFormed = /^[a-z]{2,3}(-[a-z]{4})?(-[a-z]{2})?$/i;

/** Returns a language's name in that language: `de` → `Deutsch`. */
export const ownName = (langid: string): string =>
  wellFormed.test(langid)
    ? (new Intl.DisplayNames(langid, { type: 'language' }).of(langid) ?? langid)
    : langid;

/** Switches between the languages that people have translated a guide into. */
export function GuideLanguages({ guide }: { guide: Guide }): ReactElement | null {
  const { guideid, langid: shown, available_langids: langids } = guide;
  if (langids.length < 2) return null;
  return (
    <fieldset className={styles.languages} aria-label={guideTexts.languages}>
      {langids.map((langid) => (
        <button
          key={langid}
          type="button"
          className={styles.language}
          lang={langid}
          aria-pressed={langid === shown}
          onClick={() => readGuideIn(guideid, langid)}
        >
          {ownName(langid)}
        </button>
      ))}
    </fieldset>
  );
}
