import { IconPlus } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { CategoryPage } from '../../../shared/model/benchside.ts';
import { useKiosk } from '../../components/use-kiosk.ts';
import { joinList } from '../../format.ts';
import { languageName, ownName } from '../../language-name.ts';
import { paths } from '../../location.ts';
import styles from './languages.module.css';
import { languageTexts } from './texts.ts';
import { useTranslationTargets } from './translation-targets.ts';

export interface PageLanguagesProps extends Pick<
  CategoryPage,
  'title' | 'langid' | 'available_langids' | 'can_edit'
> {
  namespace: string;
}

/** Switches between the languages in which a page was written, and leads those who may edit it to the first that it lacks. */
export function PageLanguages(page: PageLanguagesProps): ReactElement | null {
  const { namespace, title, langid: shown, available_langids: langids, can_edit: mayEdit } = page;
  const kiosk = useKiosk();
  const { missing } = useTranslationTargets(page);
  const [first] = mayEdit && !kiosk ? missing : [];
  if (langids.length < 2 && first === undefined) return null;
  return (
    <nav className={styles.languages} aria-label={languageTexts.ofPage}>
      {langids.length < 2
        ? null
        : langids.map((langid) => (
            <Link
              key={langid}
              href={paths.wiki(namespace, title, langid)}
              className={styles.language}
              aria-current={langid === shown}
              lang={langid}
            >
              {ownName(langid)}
            </Link>
          ))}
      {first === undefined ? null : (
        <Link href={paths.newWiki(namespace, title, first)} className={styles.missing}>
          <IconPlus size="1.3em" aria-hidden />
          {languageTexts.translate(joinList(missing.map(languageName)))}
        </Link>
      )}
    </nav>
  );
}
