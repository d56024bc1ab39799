import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';

import type { Image } from '../../../shared/model/image.ts';
import { Live } from '../live.tsx';
import { Picture } from '../picture.tsx';
import type { Suggestion } from './suggestions.ts';
import styles from './suggest.module.css';
import { editingTexts } from './texts.ts';

export interface SuggestProps<Found extends Suggestion> {
  label: string;
  /** The field's text, if the text itself is the value. */
  value?: string;
  onText?: (text: string) => void;
  onBlur?: () => void;
  find: (text: string, signal: AbortSignal) => Promise<Found[]>;
  /** Names what `find` searches, in the query's key. */
  kind: string;
  onChoose: (found: Found) => void;
  /** Called with a typed text that matches no suggestion. */
  onOther?: (text: string) => void;
  hideLabel?: boolean;
  hint?: string;
  problem?: string | null | undefined;
  unit?: string;
  placeholder?: string;
}

/** ARIA roles of a list of choices, because a native one cannot show pictures. */
const listbox = { role: 'listbox' } as const;
const option = (active: boolean) => ({ role: 'option', 'aria-selected': active }) as const;

/** A field with suggestions: arrows move, Enter selects, Escape closes. Clears itself unless `value` is given. */
export function Suggest<Found extends Suggestion>(props: SuggestProps<Found>): ReactElement {
  const {
    label,
    value,
    onText,
    onBlur,
    find,
    kind,
    onChoose,
    onOther,
    hideLabel = false,
    hint,
    problem,
  } = props;
  const id = useId();
  const [own, setOwn] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = value ?? own;
  const [asked] = useDebouncedValue(text.trim(), 120);
  const { data: found = [] } = useQuery({
    queryKey: ['suggest', kind, asked],
    queryFn: ({ signal }) => find(asked, signal),
    enabled: open && asked !== '',
    placeholderData: keepPreviousData,
  });
  const list = asked === '' ? [] : found;
  const isOther =
    onOther !== undefined && text.trim() !== '' && !list.some(({ title }) => title === text.trim());
  const count = list.length + (isOther ? 1 : 0);
  const shown = open && text.trim() !== '' && count > 0;

  const write = (next: string): void => {
    setOwn(next);
    onText?.(next);
    setOpen(true);
    setActive(-1);
  };
  const take = (index: number): void => {
    const chosen = list[index];
    if (chosen) onChoose(chosen);
    else if (isOther) onOther(text.trim());
    else return;
    setOwn('');
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && shown) {
      event.preventDefault();
      setOpen(false);
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !event.altKey && count > 0) {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(active === -1 && step === -1 ? count - 1 : (active + step + count) % count);
    } else if (event.key === 'Enter') {
      if (!shown && onOther === undefined) return;
      event.preventDefault();
      const exact = list.findIndex(({ title }) => title.toLowerCase() === text.trim().toLowerCase());
      take(active >= 0 ? active : isOther && exact < 0 ? list.length : Math.max(0, exact));
    }
  };
  return (
    <div className={styles.suggest} data-problem={Boolean(problem)}>
      {hideLabel ? null : <label htmlFor={id}>{label}</label>}
      <div className={styles.box}>
        <input
          id={id}
          role="combobox"
          aria-label={hideLabel ? label : undefined}
          aria-expanded={shown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem || hint ? `${id}-hint` : undefined}
          data-unit={props.unit}
          autoComplete="off"
          spellCheck={false}
          placeholder={props.placeholder}
          value={text}
          onChange={(event) => write(event.currentTarget.value)}
          onFocus={() => setOpen(value === undefined)}
          onBlur={() => {
            setOpen(false);
            onBlur?.();
          }}
          onKeyDown={onKeyDown}
        />
        {shown ? (
          <ul id={`${id}-list`} {...listbox} aria-label={label} className={styles.list}>
            {list.map((one, index) => (
              <Option
                key={one.key}
                id={`${id}-${index}`}
                active={index === active}
                title={one.title}
                note={one.note}
                image={one.image}
                onTake={() => take(index)}
              />
            ))}
            {isOther ? (
              <Option
                id={`${id}-${list.length}`}
                active={active === list.length}
                title={editingTexts.suggest.add(text.trim())}
                note=""
                image={undefined}
                onTake={() => take(list.length)}
              />
            ) : null}
          </ul>
        ) : null}
      </div>
      <Live>{shown ? editingTexts.suggest.count(count) : ''}</Live>
      {problem || hint ? (
        <p
          id={`${id}-hint`}
          className={problem ? styles.problem : styles.hint}
          role={problem ? 'alert' : undefined}
        >
          {problem ?? hint}
        </p>
      ) : null}
    </div>
  );
}

interface OptionProps {
  id: string;
  active: boolean;
  title: string;
  note: string;
  /** Undefined if these suggestions have no pictures. */
  image: Image | null | undefined;
  onTake: () => void;
}

/** Is selected on pointer down, before the field would lose the focus. */
const Option = ({ id, active, title, note, image, onTake }: OptionProps): ReactElement => (
  <li
    id={id}
    {...option(active)}
    ref={(element) => {
      if (active) element?.scrollIntoView({ block: 'nearest' });
    }}
    onPointerDown={(event) => {
      event.preventDefault();
      onTake();
    }}
  >
    {image === undefined ? (
      <IconPlus aria-hidden />
    ) : (
      <span className={styles.thumb}>
        <Picture image={image} size="mini" alt="" initial={title} />
      </span>
    )}
    <span>
      {title}
      {note ? <small>{note}</small> : null}
    </span>
  </li>
);
