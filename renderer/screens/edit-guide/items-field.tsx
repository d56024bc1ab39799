import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import { moved } from '../../components/editing/moved.ts';
import { useSortable } from '../../components/editing/sortable.ts';
import { Suggest } from '../../components/editing/suggest.tsx';
import { findItems } from '../../components/editing/suggestions.ts';
import { TextField } from '../../components/editing/text-field.tsx';
import { CheckRow } from '../../components/tick.tsx';
import { editingTexts } from '../../components/editing/texts.ts';
import { Live } from '../../components/live.tsx';
import { numeral } from '../../../shared/numeral.ts';
import { plainDigits } from '../../numerals.ts';
import styles from './edit-guide.module.css';
import lists from './lists.module.css';
import type { ItemValue } from '../../features/edit/guide-fields.ts';
import { newItem } from '../../features/edit/guide-fields.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { editTexts } from './texts.ts';

export interface ItemsFieldProps {
  kind: 'tools' | 'parts';
  items: readonly ItemValue[];
  problem: string | null;
  onChange: (items: ItemValue[], pace: 'typing' | 'choice') => void;
  onBlur: () => void;
}

/** A sortable list of tools or parts, named by their pages. */
export function ItemsField({ kind, items, problem, onChange, onBlur }: ItemsFieldProps): ReactElement {
  const words = editTexts.items;
  const [said, setSaid] = useState('');
  const {
    list: sorted,
    dragged,
    shift,
  } = useSortable(items.length, (from, to) => {
    onChange(moved(items, from, to), 'choice');
    setSaid(editingTexts.order.moved(items[from]?.name ?? '', to + 1, items.length));
  });
  const put = (index: number, change: Partial<ItemValue>, pace: 'typing' | 'choice' = 'typing'): void =>
    onChange(
      items.map((item, at) => (at === index ? { ...item, ...change } : item)),
      pace,
    );
  const add = (name: string): void => onChange([...items, newItem(name)], 'choice');

  return (
    <section className={styles.panel}>
      <h3>{guideFieldTexts.fields[kind]}</h3>
      <Live>{said}</Live>
      {items.length === 0 ? <p className={styles.soft}>{words.none[kind]}</p> : null}
      <ul className={lists.items} ref={sorted} data-unit={kind} tabIndex={-1}>
        {items.map((item, index) => (
          <li key={item.key} data-sort data-dragged={dragged === index} style={shift(index)}>
            <button
              type="button"
              className={lists.grip}
              aria-label={editingTexts.order.handle(item.name)}
              data-grip
            >
              <IconGripVertical aria-hidden />
            </button>
            <TextField
              label={words.quantity}
              hideLabel
              type="number"
              value={numeral(String(item.quantity))}
              onChange={(text) =>
                put(index, {
                  quantity: Math.min(
                    limits.guide.quantity.max,
                    Number(plainDigits(text).replaceAll(/\D/g, '')) || 1,
                  ),
                })
              }
              onBlur={onBlur}
            />
            <Suggest
              label={words.find}
              hideLabel
              kind="item"
              value={item.name}
              onText={(name) => put(index, { name })}
              onBlur={onBlur}
              find={findItems}
              onChoose={({ title }) => put(index, { name: title }, 'choice')}
            />
            <TextField
              label={`${words.notes}: ${item.name}`}
              hideLabel
              placeholder={`${words.notes}, ${words.notesHint}`}
              value={item.notes}
              onChange={(notes) => put(index, { notes })}
              onBlur={onBlur}
            />
            <CheckRow
              label={words.optional}
              checked={item.isoptional}
              onChange={(isoptional) => put(index, { isoptional }, 'choice')}
            />
            <button
              type="button"
              className={lists.icon}
              aria-label={item.name ? words.remove(item.name) : words.removeUnnamed}
              onClick={() =>
                onChange(
                  items.filter((one) => one.key !== item.key),
                  'choice',
                )
              }
            >
              <IconTrash aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Suggest
        label={words.add[kind]}
        kind="item"
        find={findItems}
        onChoose={({ title }) => add(title)}
        onOther={add}
        placeholder={words.find}
        hint={words.new}
        problem={problem}
      />
    </section>
  );
}
