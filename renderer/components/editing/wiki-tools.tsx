import {
  IconBlockquote,
  IconBold,
  IconH2,
  IconHelp,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';

import { editingTexts } from './texts.ts';
import { UploadButton } from './upload-button.tsx';
import type { Selected } from './wiki-marks.ts';
import { around, atLines, block } from './wiki-marks.ts';
import styles from './wiki-tools.module.css';
import { readingKey } from '../../direction.ts';

export interface WikiToolsProps {
  label: string;
  onEdit: (edit: (selected: Selected) => Selected) => void;
  onPicture: (files: readonly File[]) => void;
  onHelp: () => void;
}

const words = editingTexts.wiki;
const sample = words.linkText;

const tools: readonly [name: string, icon: ReactNode, edit: (selected: Selected) => Selected][] = [
  [words.bold, <IconBold key="b" aria-hidden />, (text) => around(text, "'''", "'''", sample)],
  [words.italic, <IconItalic key="i" aria-hidden />, (text) => around(text, "''", "''", sample)],
  [words.heading, <IconH2 key="h" aria-hidden />, (text) => around(text, '== ', ' ==', words.heading)],
  [words.bullets, <IconList key="l" aria-hidden />, (text) => atLines(text, '* ')],
  [words.numbers, <IconListNumbers key="n" aria-hidden />, (text) => atLines(text, '# ')],
  [
    words.link,
    <IconLink key="a" aria-hidden />,
    (text) => around(text, '[https://example.com|', ']', sample),
  ],
  [
    words.quote,
    <IconBlockquote key="q" aria-hidden />,
    (text) => around(text, '[quote]\n', '\n[/quote]', sample),
  ],
  [words.table, <IconTable key="t" aria-hidden />, (text) => block(text, '{|\n! A !! B\n|-\n| 1 || 2\n|}')],
];

/** A toolbar: one tab stop; arrow keys move between its tools. */
export function WikiTools({ label, onEdit, onPicture, onHelp }: WikiToolsProps): ReactElement {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[readingKey(event.key)];
    if (!step) return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons.at((at + step) % buttons.length)?.focus();
    event.preventDefault();
  };
  return (
    <div
      className={styles.tools}
      role="toolbar"
      aria-label={`${words.tools}: ${label}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {tools.map(([name, icon, edit], index) => (
        <button
          key={name}
          type="button"
          title={name}
          aria-label={name}
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => onEdit(edit)}
        >
          {icon}
        </button>
      ))}
      <UploadButton label={words.picture} tabIndex={-1} onFiles={onPicture}>
        <IconPhoto aria-hidden />
      </UploadButton>
      <button type="button" title={words.help} aria-label={words.help} tabIndex={-1} onClick={onHelp}>
        <IconHelp aria-hidden />
      </button>
    </div>
  );
}
