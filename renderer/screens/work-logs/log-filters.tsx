import { Button } from '@mantine/core';
import type { ReactElement } from 'react';

import { entryStatuses } from '../../../shared/model/work-log.ts';
import { NativeSelect } from '../../components/choice.tsx';
import { dateField } from '../../components/date-field.ts';
import { runTexts } from '../../features/run/texts.ts';
import type { LogFilter, Named } from './log-filter.ts';
import { filterParams } from './log-filter.ts';
import styles from './log-filters.module.css';
import { logTexts } from './texts.ts';

export interface LogFiltersProps {
  filter: LogFilter;
  people: readonly Named[];
  guides: readonly Named[];
  onFilter: (filter: Partial<LogFilter>) => void;
  onClear: () => void;
}

export function LogFilters({ filter, people, guides, onFilter, onClear }: LogFiltersProps): ReactElement {
  const words = logTexts.filters;
  const options = (all: string, named: readonly Named[]): { value: string; label: string }[] => [
    { value: '', label: all },
    ...named.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const idOf = (value: string): number | null => (value === '' ? null : Number(value));
  return (
    <search className={styles.filters} aria-label={words.label}>
      <label className={styles.field}>
        <span>{words.order}</span>
        <input
          type="text"
          autoComplete="off"
          value={filter.order}
          onChange={(event) => onFilter({ order: event.currentTarget.value })}
        />
      </label>
      <Stacked>
        <NativeSelect
          label={words.guide}
          value={String(filter.guide ?? '')}
          options={options(words.everyGuide, guides)}
          onChange={(value) => onFilter({ guide: idOf(value) })}
        />
      </Stacked>
      {people.length > 1 || filter.person !== null ? (
        <Stacked>
          <NativeSelect
            label={words.person}
            value={String(filter.person ?? '')}
            options={options(words.everybody, people)}
            onChange={(value) => onFilter({ person: idOf(value) })}
          />
        </Stacked>
      ) : null}
      <Stacked>
        <NativeSelect
          label={words.status}
          value={filter.status}
          options={[
            { value: '', label: words.every },
            ...entryStatuses.map((status) => ({ value: status, label: runTexts.statuses[status] })),
          ]}
          onChange={(status) => onFilter({ status })}
        />
      </Stacked>
      {(['from', 'to'] as const).map((bound) => (
        <label key={bound} className={styles.field}>
          <span>{words[bound]}</span>
          <input
            {...dateField}
            value={filter[bound]}
            onChange={(event) => onFilter({ [bound]: event.currentTarget.value })}
          />
        </label>
      ))}
      {Object.keys(filterParams(filter)).length > 0 ? (
        <Button variant="default" className={styles.clear} onClick={onClear}>
          {words.clear}
        </Button>
      ) : null}
    </search>
  );
}

const Stacked = ({ children }: { children: ReactElement }): ReactElement => (
  <div className={styles.stacked}>{children}</div>
);
