import { Button } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { SearchHit, SearchResults as Results } from '../../../shared/model/benchside.ts';
import { GuideRow, WikiRow } from '../../components/cards.tsx';
import { highlighted } from '../../components/highlighted.ts';
import { Live } from '../../components/live.tsx';
import { Notice } from '../../components/notice.tsx';
import { sentenceCase } from '../../format.ts';
import { usePageKeys } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import type { Chip } from './filter-chips.tsx';
import { FilterChips } from './filter-chips.tsx';
import styles from './search-results.module.css';
import { searchTexts } from './texts.ts';

export interface SearchResultsProps {
  q: string;
  results: Results;
  hits: SearchHit[];
  category: string | null;
  type: string | null;
  more: boolean;
  onMore: () => void;
  onCategory: (category: string | null) => void;
  onType: (type: string | null) => void;
}

const shownCategories = 8;

export function SearchResults(props: SearchResultsProps): ReactElement {
  const { q, results, hits, category, type } = props;
  const capped = results.total >= results.totalCap && results.totalCap > 0;
  const words = searchTexts.results(results.total, capped);
  usePageKeys(moveBetweenRows);
  return (
    <div className={styles.results}>
      <div className={styles.head}>
        <h1>{words}</h1>
        {results.corrected === null ? null : (
          <p>
            {searchTexts.correctedFor(q)} <strong>{searchTexts.corrected(results.corrected)}</strong>
          </p>
        )}
        <Live>{words}</Live>
      </div>
      <section className={styles.filters} aria-label={searchTexts.filters}>
        <FilterChips
          label={searchTexts.category}
          chips={withChosen(
            results.categories
              .slice(0, shownCategories)
              .map((found) => ({ value: found.category, label: found.category, count: found.count })),
            category,
          )}
          chosen={category}
          onChoose={props.onCategory}
        />
        <FilterChips
          label={searchTexts.type}
          chips={withChosen(
            results.types.map((found) => ({
              value: found.type,
              label: sentenceCase(found.type),
              count: found.count,
            })),
            type,
          )}
          chosen={type}
          onChoose={props.onType}
        />
      </section>
      {hits.length === 0 ? <NothingFound {...props} /> : null}
      <ul className={styles.rows}>
        {hits.map((hit) => (
          <li key={hit.kind === 'guide' ? `g${hit.guide.guideid}` : `w${hit.wiki.wikiid}`}>
            <Hit hit={hit} />
          </li>
        ))}
      </ul>
      {props.more ? (
        <Button variant="default" onClick={props.onMore} className={styles.more}>
          {texts.actions.showMore}
        </Button>
      ) : null}
    </div>
  );
}

const Hit = ({ hit }: { hit: SearchHit }): ReactElement =>
  hit.kind === 'guide' ? (
    <GuideRow
      guide={hit.guide}
      title={highlighted(hit.title)}
      snippet={highlighted(hit.snippet)}
      showCategory
    />
  ) : (
    <WikiRow
      wiki={hit.wiki}
      kind={searchTexts.kinds[hit.wiki.namespace] ?? searchTexts.page}
      title={highlighted(hit.title)}
      snippet={highlighted(hit.snippet)}
    />
  );

/** A chosen filter stays on screen even where nothing matches it, so that it can be taken off. */
const withChosen = (chips: Chip[], chosen: string | null): Chip[] =>
  chosen === null || chips.some(({ value }) => value === chosen)
    ? chips
    : [{ value: chosen, label: sentenceCase(chosen), count: null }, ...chips];

function moveBetweenRows(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  if (at === -1) return;
  event.preventDefault();
  const next = event.key === 'ArrowDown' ? rows[at + 1] : rows[at - 1];
  if (next) next.focus();
  else if (event.key === 'ArrowUp') document.querySelector<HTMLElement>('search input')?.focus();
}

function NothingFound({ q, category, type, onCategory, onType }: SearchResultsProps): ReactElement {
  const filtered = category !== null || type !== null;
  return (
    <Notice
      icon={<IconSearchOff size={40} />}
      title={searchTexts.noneTitle(q)}
      actions={
        filtered ? (
          <Button
            onClick={() => {
              if (category !== null) onCategory(null);
              else onType(null);
            }}
          >
            {searchTexts.clearFilters}
          </Button>
        ) : (
          <Button component={Link} href={paths.home} variant="default">
            {searchTexts.browse}
          </Button>
        )
      }
    >
      {filtered ? (
        <p>{searchTexts.noneFiltered}</p>
      ) : (
        searchTexts.noneHelp.map((help) => <p key={help}>{help}</p>)
      )}
    </Notice>
  );
}

export const SearchStart = (): ReactElement => (
  <Notice alone icon={<IconSearch size={40} />} title={searchTexts.startTitle}>
    <p>{searchTexts.start}</p>
    <p>{searchTexts.keys}</p>
  </Notice>
);
