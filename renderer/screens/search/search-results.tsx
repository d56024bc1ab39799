import { Button } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { memo } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { SearchHit, SearchResults } from '../../../shared/model/benchside.ts';
import { GuideLine, WikiLine } from '../../components/cards.tsx';
import { highlighted } from '../../components/highlighted.ts';
import { Live } from '../../components/live.tsx';
import { Notice } from '../../components/notice.tsx';
import { comma } from '../../format.ts';
import { typeName } from '../../vocabulary.ts';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import type { Chip } from './filter-chips.tsx';
import { FilterChips } from './filter-chips.tsx';
import { FoundWorkView } from './found-work.tsx';
import type { FoundWorkProps } from './found-work.tsx';
import styles from './search-results.module.css';
import { searchTexts } from './texts.ts';

export interface SearchResultsProps {
  q: string;
  /** True if these are the results of the previous query, while the next is running. */
  isStale: boolean;
  results: SearchResults;
  hits: SearchHit[];
  /** Jobs, assigned work and people; undefined while a filter is on, or before they are found. */
  work: FoundWorkProps | undefined;
  category: string | null;
  type: string | null;
  more: boolean;
  onMore: () => void;
  onCategory: (category: string | null) => void;
  onType: (type: string | null) => void;
}

const shownCategories = 8;

export function SearchResultsView(props: SearchResultsProps): ReactElement {
  const { q, isStale, results, hits, work, category, type } = props;
  const hasWork = work !== undefined && Object.values(work.found).some(({ length }) => length > 0);
  const capped = results.total >= results.totalCap && results.totalCap > 0;
  const words = capped ? searchTexts.moreResults(results.total) : searchTexts.results(results.total);
  return (
    <div className={styles.results} aria-busy={isStale}>
      <div className={styles.head}>
        <h1>{words}</h1>
        {results.corrected === null ? null : (
          <p>
            {searchTexts.correctedFor(q)} <strong>{searchTexts.corrected(results.corrected)}</strong>
          </p>
        )}
        {hits[0]?.without ? <p>{searchTexts.fewer}</p> : null}
        <Live>{hits[0]?.without ? `${words}. ${searchTexts.fewer}` : words}</Live>
      </div>
      {work ? <FoundWorkView {...work} /> : null}
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
              label: typeName(found.type),
              count: found.count,
            })),
            type,
            typeName,
          )}
          chosen={type}
          onChoose={props.onType}
        />
      </section>
      {hits.length === 0 && !hasWork ? <NothingFound {...props} /> : null}
      <Hits hits={hits} />
      {props.more ? (
        <Button variant="default" onClick={props.onMore} className={styles.more}>
          {texts.actions.showMore}
        </Button>
      ) : null}
    </div>
  );
}

/** Memoized: does not render again while the next query is running. */
const Hits = memo(({ hits }: Pick<SearchResultsProps, 'hits'>): ReactElement => (
  <ul className={styles.rows}>
    {hits.map((hit) => (
      <li key={hit.kind === 'guide' ? `g${hit.guide.guideid}` : `w${hit.wiki.wikiid}`}>
        <Hit hit={hit} />
      </li>
    ))}
  </ul>
));

const Hit = ({ hit }: { hit: SearchHit }): ReactElement => {
  const shared = {
    title: highlighted(hit.title),
    snippet: highlighted(hit.snippet),
    note: hit.without ? (
      <span className={styles.without}>{searchTexts.without(hit.without.join(comma))}</span>
    ) : null,
  };
  return hit.kind === 'guide' ? (
    <GuideLine guide={hit.guide} showCategory {...shared} />
  ) : (
    <WikiLine wiki={hit.wiki} kind={searchTexts.kinds[hit.wiki.namespace] ?? searchTexts.page} {...shared} />
  );
};

/** Adds a chosen filter that matches nothing, so that the person can remove it. */
const withChosen = (chips: Chip[], chosen: string | null, name: (value: string) => string = String): Chip[] =>
  chosen === null || chips.some(({ value }) => value === chosen)
    ? chips
    : [{ value: chosen, label: name(chosen), count: null }, ...chips];

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
        Object.values(searchTexts.noneHelp).map((help) => <p key={help}>{help}</p>)
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
