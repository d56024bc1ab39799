import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import type { Home } from '../../shared/model/benchside.ts';
import type { GuideSummary } from '../../shared/model/guide.ts';
import type { WikiSummary } from '../../shared/model/wiki.ts';
import { otherLanguage } from '../api/own-language.ts';
import { paths } from '../location.ts';
import { texts } from '../texts.ts';
import styles from './cards.module.css';
import { GuideMeta } from './guide-meta.tsx';
import { Picture } from './picture.tsx';

export type CategoryCardData = Home['categories'][number];

export const CardGrid = ({
  children,
  wide = false,
}: {
  children: ReactNode;
  wide?: boolean;
}): ReactElement => (
  <ul className={styles.grid} data-wide={wide}>
    {children}
  </ul>
);

export const GuideCard = ({ guide }: { guide: GuideSummary }): ReactElement => (
  <li>
    <Link href={paths.guide(guide.guideid)} className={styles.card}>
      <span className={styles.cover}>
        <Picture image={guide.image} size="440x330" alt="" initial={guide.category || guide.title} />
      </span>
      <span className={styles.body}>
        <span className={styles.title} lang={guide.langid}>
          {guide.title}
        </span>
        <GuideMeta guide={guide} />
      </span>
    </Link>
  </li>
);

export const CategoryCard = ({ category }: { category: CategoryCardData }): ReactElement => (
  <li>
    <Link href={paths.category(category.title)} className={styles.tile}>
      <span className={styles.tilePicture}>
        <Picture image={category.image} size="200x150" alt="" initial={category.display_title} />
      </span>
      <span className={styles.body}>
        <span className={styles.title}>{category.display_title}</span>
        <span className={styles.soft}>{texts.guides(category.guides)}</span>
      </span>
    </Link>
  </li>
);

export interface GuideRowProps {
  guide: GuideSummary;
  title?: ReactNode;
  snippet?: ReactNode;
  /** A line above type, difficulty and time. */
  note?: ReactNode;
  showCategory?: boolean;
}

/** A guide as one line of a list: search results, category pages, next guides. */
export const GuideLine = ({
  guide,
  title,
  snippet,
  note,
  showCategory = false,
}: GuideRowProps): ReactElement => (
  <Link href={paths.guide(guide.guideid)} className={styles.row} data-row>
    <span className={styles.thumb}>
      <Picture image={guide.image} size="140x105" alt="" initial={guide.category || guide.title} />
    </span>
    <span className={styles.body}>
      <span className={styles.title} lang={guide.langid}>
        {title ?? guide.title}
      </span>
      {snippet ? <span className={styles.snippet}>{snippet}</span> : null}
      <span className={styles.line}>
        {note}
        {showCategory && guide.category ? <span className={styles.category}>{guide.category}</span> : null}
        <GuideMeta guide={guide} />
      </span>
    </span>
  </Link>
);

export interface WikiRowProps {
  wiki: WikiSummary;
  kind: string;
  title?: ReactNode;
  snippet?: ReactNode;
  note?: ReactNode;
}

export const WikiLine = ({ wiki, kind, title, snippet, note }: WikiRowProps): ReactElement => (
  <Link
    href={paths.wiki(wiki.namespace, wiki.title, otherLanguage(wiki.langid))}
    className={styles.row}
    data-row
  >
    <span className={styles.thumb}>
      <Picture image={wiki.image} size="140x105" alt="" initial={wiki.display_title} />
    </span>
    <span className={styles.body}>
      <span className={styles.title}>{title ?? wiki.display_title}</span>
      {snippet ? <span className={styles.snippet}>{snippet}</span> : null}
      <span className={styles.line}>
        {note}
        <span className={styles.soft}>{kind}</span>
      </span>
    </span>
  </Link>
);
