import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { limits } from '../../../../shared/limits.ts';
import type { GlossaryEntry } from '../../../../shared/model/glossary.ts';
import { comma } from '../../../format.ts';
import styles from './glossary.module.css';
import { languageName } from '../../../language-name.ts';
import { glossaryTexts as words } from './texts.ts';
import { useGlossaryRow } from './use-glossary-row.ts';
import type { SaveEntry } from './use-glossary-row.ts';

export interface GlossaryRowProps {
  /** Row number in the table; the head is 1. */
  row: number;
  entry: GlossaryEntry;
  langids: readonly string[];
  onSave: SaveEntry;
  onDelete: (entry: GlossaryEntry) => void;
}

export function GlossaryRow({ row, entry, langids, onSave, onDelete }: GlossaryRowProps): ReactElement {
  const { valueOf, write, flush, state, problem } = useGlossaryRow(entry, onSave);
  return (
    <tr aria-rowindex={row} data-state={state}>
      {langids.map((langid) => (
        <td key={langid}>
          <input
            type="text"
            lang={langid}
            maxLength={limits.glossary.term.max}
            placeholder="–"
            autoComplete="off"
            className={langid === entry.langid ? styles.term : undefined}
            aria-label={
              langid === entry.langid
                ? `${words.term}${comma}${languageName(langid)}`
                : words.cell(languageName(langid), entry.term)
            }
            aria-invalid={problem && langid === entry.langid ? true : undefined}
            value={valueOf(langid)}
            onChange={(event) => write(langid, event.currentTarget.value)}
            onBlur={flush}
          />
        </td>
      ))}
      <td className={styles.end}>
        <output className={styles.state} data-state={state}>
          {problem ?? (state === 'calm' ? '' : words[state])}
        </output>
        <ActionIcon
          variant="subtle"
          size="3rem"
          aria-label={words.deleteOf(entry.term)}
          onClick={() => onDelete(entry)}
        >
          <IconTrash size="1.5rem" />
        </ActionIcon>
      </td>
    </tr>
  );
}
