import { IconSearch, IconX } from '@tabler/icons-react';
import type { ReactElement, RefObject } from 'react';

import styles from './search-field.module.css';
import { shellTexts } from './texts.ts';

export interface SearchFieldProps {
  text: string;
  field: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
  /** Enter was pressed: take the first result. */
  onSubmit: () => void;
  /** Down was pressed: go into the results. */
  onDown: () => void;
  /** Esc was pressed: leave the search. */
  onEscape: () => void;
}

export const SearchField = ({
  text,
  field,
  onText,
  onSubmit,
  onDown,
  onEscape,
}: SearchFieldProps): ReactElement => (
  <search className={styles.search}>
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <IconSearch className={styles.icon} size="1.625rem" aria-hidden />
      <input
        ref={field}
        type="search"
        className={styles.field}
        value={text}
        aria-label={shellTexts.searchLabel}
        placeholder={shellTexts.searchHint}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            onDown();
          } else if (event.key === 'Escape') {
            event.preventDefault();
            onEscape();
          }
        }}
      />
      {text === '' ? (
        <kbd className={styles.hint} aria-hidden>
          /
        </kbd>
      ) : (
        <button
          type="button"
          className={styles.clear}
          aria-label={shellTexts.clear}
          onClick={() => onText('')}
        >
          <IconX size="1.5rem" aria-hidden />
        </button>
      )}
    </form>
  </search>
);
