import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { SynonymList } from '../../../../shared/model/synonyms.ts';
import { Section } from '../../../components/section.tsx';
import admin from '../admin.module.css';
import styles from './glossary.module.css';
import { linesOf, setsOf } from './synonym-lines.ts';
import { glossaryTexts } from './texts.ts';

const words = glossaryTexts.synonyms;

export interface SynonymsProps {
  list: SynonymList;
  /** The words of a failed search; a new line begins with them. */
  wanted: string | undefined;
  busy: boolean;
  onSave: (sets: string[][]) => void;
  onRestore: () => void;
}

/** The site's synonyms as text: a line for each thing. */
export function SynonymsPanel({ list, wanted, busy, onSave, onRestore }: SynonymsProps): ReactElement {
  const stored = linesOf(list.sets);
  const [text, setText] = useState(wanted === undefined ? stored : `${stored}\n${wanted}, `);
  const { sets, problem } = setsOf(text);
  const isChanged = linesOf(sets) !== stored;
  return (
    <Section title={words.title}>
      <p className={admin.lead}>{words.lead}</p>
      <form
        className={styles.synonyms}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && problem === undefined) onSave(sets);
        }}
      >
        <Textarea
          ref={wanted === undefined ? undefined : focusEnd}
          label={words.label}
          description={list.own ? undefined : words.starter}
          value={text}
          error={problem}
          autosize
          minRows={6}
          maxRows={16}
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className={styles.actions}>
          {list.own ? (
            <Button variant="default" disabled={busy} onClick={onRestore}>
              {words.restore}
            </Button>
          ) : null}
          <Button type="submit" loading={busy} disabled={!isChanged || problem !== undefined}>
            {words.save}
          </Button>
        </div>
      </form>
    </Section>
  );
}

/** Puts the cursor where the synonym of the new line is written. */
function focusEnd(area: HTMLTextAreaElement | null): void {
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
}
