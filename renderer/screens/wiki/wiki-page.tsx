import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { GuideSummary } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import { GuideLine } from '../../components/cards.tsx';
import { Picture } from '../../components/picture.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { Section } from '../../components/section.tsx';
import { ChangedPage } from '../../features/languages/changed-page.tsx';
import { PageLanguages } from '../../features/languages/page-languages.tsx';
import { timeAgo } from '../../format.ts';
import { paths } from '../../location.ts';
import { wikiTexts } from './texts.ts';
import { WikiActions } from './wiki-actions.tsx';
import styles from './wiki-page.module.css';

export interface WikiPageProps {
  wiki: Wiki;
  /** Guides with the name of this part or tool, and the number of all results of that search. */
  mentions: { guides: GuideSummary[]; total: number } | undefined;
  now: number;
}

/** The search also finds the page of the part or tool. */
const pageItself = 1;

export const WikiPage = ({ wiki, mentions, now }: WikiPageProps): ReactElement => (
  <>
    <div className={styles.head}>
      {wiki.image ? (
        <div className={styles.picture}>
          <Picture image={wiki.image} size="medium" alt="" eager />
        </div>
      ) : null}
      <div className={styles.words}>
        <p className={styles.kind}>{wikiTexts.kinds[wiki.namespace] ?? wikiTexts.kinds['WIKI']}</p>
        <h1 lang={wiki.langid}>{wiki.page_title || wiki.display_title}</h1>
        {wiki.description ? (
          <p className={styles.description} lang={wiki.langid}>
            {wiki.description}
          </p>
        ) : null}
        <p className={styles.age}>{wikiTexts.changed(timeAgo(wiki.modified_date, now))}</p>
        <PageLanguages {...wiki} />
        <ChangedPage {...wiki} />
        <WikiActions page={wiki} />
      </div>
    </div>
    <article className={styles.text} lang={wiki.langid}>
      {wiki.contents_rendered.trim() ? <RichText html={wiki.contents_rendered} /> : <p>{wikiTexts.empty}</p>}
    </article>
    {mentions && mentions.guides.length > 0 ? (
      <Section title={wikiTexts.mentions}>
        <ul className={styles.mentions}>
          {mentions.guides.map((guide) => (
            <li key={guide.guideid}>
              <GuideLine guide={guide} showCategory />
            </li>
          ))}
        </ul>
        {mentions.total > mentions.guides.length + pageItself ? (
          <Link href={paths.search({ q: wiki.display_title })} className={styles.more}>
            {wikiTexts.moreMentions(mentions.total)}
          </Link>
        ) : null}
      </Section>
    ) : null}
    {wiki.linked_wikis.length > 0 ? (
      <Section title={wikiTexts.related}>
        <ul className={styles.related}>
          {wiki.linked_wikis.map((linked) => (
            <li key={linked.wikiid}>
              <Link href={paths.wiki(linked.namespace, linked.title)}>{linked.title}</Link>
            </li>
          ))}
        </ul>
      </Section>
    ) : null}
  </>
);
