import { Button } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../../shared/limits.ts';
import type { GlossaryEntry } from '../../../../shared/model/glossary.ts';
import { Unseen } from '../../../components/live.tsx';
import { GlossaryRow } from './glossary-row.tsx';
import type { GlossaryRowProps } from './glossary-row.tsx';
import styles from './glossary.module.css';
import { languageName } from '../../../language-name.ts';
import { glossaryTexts as words } from './texts.ts';

export interface GlossaryProps extends Pick<GlossaryRowProps, 'langids' | 'onSave' | 'onDelete'> {
  entries: readonly GlossaryEntry[];
  onAdd: (term: string) => void;
}

/** An editable table of all terms; only the visible rows are rendered. */
export function Glossary({ entries, langids, onAdd, onSave, onDelete }: GlossaryProps): ReactElement {
  const shown = useSteadyOrder(entries);
  const [top, setTop] = useState(0);
  const rows = useWindowVirtualizer({
    count: shown.length,
    estimateSize: () => 72,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => shown[index]?.entryid ?? index,
  });
  const items = rows.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <>
      <NewTerm language={languageName(langids[0] ?? 'en')} onAdd={onAdd} />
      <p className={styles.count}>{shown.length === 0 ? words.none : words.count(shown.length)}</p>
      {shown.length === 0 ? null : (
        <div className={styles.box}>
          <table className={styles.table} aria-rowcount={shown.length + 1}>
            <thead>
              <tr>
                {langids.map((langid) => (
                  <th key={langid} scope="col" lang={langid}>
                    {languageName(langid)}
                  </th>
                ))}
                <th scope="col">
                  <Unseen>{words.state}</Unseen>
                </th>
              </tr>
            </thead>
            <tbody ref={(body) => setTop(body?.getBoundingClientRect().top ? topOf(body) : 0)}>
              {before > 0 ? <tr style={{ height: before }} aria-hidden /> : null}
              {items.map((item) => {
                const entry = shown[item.index];
                return entry ? (
                  <GlossaryRow
                    key={item.key}
                    row={item.index + 2}
                    entry={entry}
                    langids={langids}
                    onSave={onSave}
                    onDelete={onDelete}
                  />
                ) : null;
              })}
              {after > 0 ? <tr style={{ height: after }} aria-hidden /> : null}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

const topOf = (element: HTMLElement): number =>
  Math.round(element.getBoundingClientRect().top + window.scrollY);

/** Keeps the order of terms while the page is open, so that a renamed term does not move; new ones come first. */
function useSteadyOrder(entries: readonly GlossaryEntry[]): readonly GlossaryEntry[] {
  const [order, setOrder] = useState<readonly number[]>(() => entries.map(({ entryid }) => entryid));
  const known = new Set(order);
  const fresh = entries.filter(({ entryid }) => !known.has(entryid)).map(({ entryid }) => entryid);
  if (fresh.length > 0) setOrder([...fresh, ...order]);
  return useMemo(() => {
    const byId = new Map(entries.map((entry) => [entry.entryid, entry]));
    return order.flatMap((entryid) => byId.get(entryid) ?? []);
  }, [entries, order]);
}

function NewTerm({ language, onAdd }: { language: string; onAdd: (term: string) => void }): ReactElement {
  const [term, setTerm] = useState('');
  return (
    <form
      className={styles.fresh}
      onSubmit={(event) => {
        event.preventDefault();
        if (term.trim() === '') return;
        onAdd(term.trim());
        setTerm('');
      }}
    >
      <label>
        {words.addLabel(language)}
        <input
          type="text"
          autoComplete="off"
          maxLength={limits.glossary.term.max}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      </label>
      <Button type="submit" leftSection={<IconPlus size="1.5rem" />} disabled={term.trim() === ''}>
        {words.add}
      </Button>
    </form>
  );
}
