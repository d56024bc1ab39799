import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { IconArrowRight, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { CategoryPage } from '../../../shared/model/benchside.ts';
import type { GuideSummary } from '../../../shared/model/guide.ts';
import { GuideLine } from '../../components/cards.tsx';
import { NativeSelect } from '../../components/choice.tsx';
import { Live } from '../../components/live.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { difficultyName, typeName } from '../../vocabulary.ts';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { texts } from '../../texts.ts';
import { difficultiesOf, filterGuides, noFilter, sorts, typesOf } from './guide-filter.ts';
import styles from './guide-list.module.css';
import { categoryTexts } from './texts.ts';

/** From this many rows on, only the visible ones are rendered. */
const longList = 24;
/** From this many guides on, a field finds those with some words. */
const manyGuides = 8;
/** Usual position of the list on the page, in pixels. */
const usualTop = 400;

export function CategoryGuides({ page }: { page: CategoryPage }): ReactElement {
  const { guides, title, display_title, total } = page;
  const [filter, setFilter] = useState(noFilter);
  const shown = useMemo(() => filterGuides(guides, filter), [guides, filter]);
  const types = typesOf(guides);
  const levels = difficultiesOf(guides);
  const words = texts.guides(shown.length);
  const showCategory = guides.some(({ category }) => category !== title);
  const typed = filter.words.trim();
  return (
    <Section
      title={showCategory ? categoryTexts.guidesBelow : categoryTexts.guides}
      note={guides.length < total ? categoryTexts.some(shown.length, total) : words}
    >
      <Live>{words}</Live>
      {guides.length > 1 ? (
        <search className={styles.controls} aria-label={categoryTexts.find(display_title)}>
          {guides.length >= manyGuides ? (
            <span className={styles.find}>
              <IconSearch size="1.375rem" aria-hidden />
              <input
                type="search"
                aria-label={categoryTexts.find(display_title)}
                placeholder={categoryTexts.find(display_title)}
                value={filter.words}
                onChange={(event) => setFilter({ ...filter, words: event.currentTarget.value })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && typed !== '')
                    navigate(paths.search({ q: typed, category: title }));
                }}
              />
            </span>
          ) : null}
          {types.length > 1 ? (
            <NativeSelect
              label={categoryTexts.type}
              value={filter.type}
              options={[
                { value: '', label: categoryTexts.all },
                ...types.map((type) => ({ value: type, label: typeName(type) })),
              ]}
              onChange={(type) => setFilter({ ...filter, type })}
            />
          ) : null}
          {levels.length > 1 ? (
            <NativeSelect
              label={categoryTexts.difficulty}
              value={filter.difficulty}
              options={[
                { value: '', label: categoryTexts.anyDifficulty },
                ...levels.map((label) => ({ value: label, label: difficultyName(label) })),
              ]}
              onChange={(difficulty) => setFilter({ ...filter, difficulty })}
            />
          ) : null}
          <NativeSelect
            label={categoryTexts.order}
            value={filter.sort}
            options={sorts.map((sort) => ({ value: sort, label: categoryTexts.sorts[sort] }))}
            onChange={(sort) => setFilter({ ...filter, sort })}
          />
        </search>
      ) : null}
      {typed === '' ? null : (
        <Link href={paths.search({ q: typed, category: title })} className={styles.everywhere}>
          {categoryTexts.inTexts(typed)} <IconArrowRight size="1.25rem" aria-hidden />
        </Link>
      )}
      {shown.length === 0 ? (
        <Notice icon={<IconFilterOff size={40} />} title={categoryTexts.noneTitle}>
          <p>{typed === '' ? categoryTexts.none : categoryTexts.noneWords}</p>
        </Notice>
      ) : shown.length < longList ? (
        <ul className={styles.rows}>
          {shown.map((guide) => (
            <li key={guide.guideid}>
              <GuideLine guide={guide} showCategory={showCategory} />
            </li>
          ))}
        </ul>
      ) : (
        <LongList guides={shown} showCategory={showCategory} />
      )}
    </Section>
  );
}

/** Memoized, because the list renders again once it has measured its position. */
const Row = memo(GuideLine);

function LongList({ guides, showCategory }: { guides: GuideSummary[]; showCategory: boolean }): ReactElement {
  const [top, setTop] = useState(usualTop);
  const rows = useWindowVirtualizer({
    count: guides.length,
    estimateSize: () => 120,
    overscan: 4,
    scrollMargin: top,
    getItemKey: (index) => guides[index]?.guideid ?? index,
    // Renders all visible rows at once, and none again after measuring its height.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  });
  const list = useRef<HTMLUListElement | null>(null);
  const attach = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element;
      rows.containerRef(element);
    },
    [rows],
  );
  const width = rows.scrollRect?.width;
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [guides, width]);
  return (
    <ul ref={attach} className={styles.long}>
      {rows.getVirtualItems().map((item) => {
        const guide = guides[item.index];
        return guide ? (
          <li
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            aria-setsize={guides.length}
            aria-posinset={item.index + 1}
          >
            <Row guide={guide} showCategory={showCategory} />
          </li>
        ) : null;
      })}
    </ul>
  );
}
