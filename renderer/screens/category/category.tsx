import { IconChevronRight, IconFolderOpen } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import type { CategoryPage } from '../../../shared/model/benchside.ts';
import { CardGrid, CategoryCard } from '../../components/cards.tsx';
import { Notice } from '../../components/notice.tsx';
import { Picture } from '../../components/picture.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { Section } from '../../components/section.tsx';
import { ChangedPage } from '../../features/languages/changed-page.tsx';
import { PageLanguages } from '../../features/languages/page-languages.tsx';
import { paths } from '../../location.ts';
import styles from './category.module.css';
import { CategoryGuides } from './guide-list.tsx';
import { categoryTexts } from './texts.ts';

export interface CategoryProps {
  page: CategoryPage;
  /** Buttons for the person's actions. */
  actions: ReactNode;
}

export function CategoryView({ page, actions }: CategoryProps): ReactElement {
  const about = page.contents_rendered.trim() !== '';
  return (
    <>
      <div className={styles.top}>
        <Breadcrumb ancestors={page.ancestors} />
        <div className={styles.head}>
          {page.image ? (
            <div className={styles.picture}>
              <Picture image={page.image} size="medium" alt="" eager />
            </div>
          ) : null}
          <div className={styles.words}>
            <h1 lang={page.langid}>{page.display_title}</h1>
            {page.description ? (
              <p className={styles.description} lang={page.langid}>
                {page.description}
              </p>
            ) : null}
            {page.info.length > 0 ? (
              <dl className={styles.facts} aria-label={categoryTexts.facts}>
                {page.info.map(({ name, value }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            ) : null}
            <PageLanguages namespace="CATEGORY" {...page} />
            <ChangedPage namespace="CATEGORY" {...page} />
            {actions}
          </div>
        </div>
      </div>
      {page.children.length > 0 ? (
        <Section title={categoryTexts.children}>
          <CardGrid wide>
            {page.children.map((child) => (
              <CategoryCard key={child.title} category={child} />
            ))}
          </CardGrid>
        </Section>
      ) : null}
      {page.guides.length > 0 ? <CategoryGuides page={page} /> : null}
      {about ? (
        <Section title={categoryTexts.about}>
          <div className={styles.about} lang={page.langid}>
            <RichText html={page.contents_rendered} />
          </div>
        </Section>
      ) : null}
      {page.guides.length === 0 && page.children.length === 0 && !about ? (
        <Notice icon={<IconFolderOpen size={40} />} title={categoryTexts.emptyTitle}>
          <p>{categoryTexts.empty}</p>
        </Notice>
      ) : null}
    </>
  );
}

const Breadcrumb = ({ ancestors }: { ancestors: CategoryPage['ancestors'] }): ReactElement => (
  <nav className={styles.breadcrumb} aria-label={categoryTexts.breadcrumb}>
    <Link href={paths.home}>{categoryTexts.home}</Link>
    {ancestors.map(({ title, display_title: shown }) => (
      <Fragment key={title}>
        <IconChevronRight size="1.125rem" aria-hidden />
        <Link href={paths.category(title)}>{shown}</Link>
      </Fragment>
    ))}
  </nav>
);
