import {
  IconGripVertical,
  IconIndentDecrease,
  IconIndentIncrease,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ClipboardEvent, KeyboardEvent, ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import { moved } from '../../components/editing/moved.ts';
import { useSortable } from '../../components/editing/sortable.ts';
import { TextField } from '../../components/editing/text-field.tsx';
import { editingTexts } from '../../components/editing/texts.ts';
import { Live } from '../../components/live.tsx';
import { BulletMenu } from './bullet-menu.tsx';
import styles from './line-editor.module.css';
import { deepest, pasteLines, splitLine, withLine } from './line-list.ts';
import type { LineValue } from '../../features/edit/step-value.ts';
import { newLine } from '../../features/edit/step-value.ts';
import { editTexts } from './texts.ts';
import { useLineKeys } from './use-line-keys.ts';

export interface LineEditorProps {
  lines: readonly LineValue[];
  onChange: (lines: LineValue[], pace: 'typing' | 'choice') => void;
  onBlur: () => void;
}

/** Edits the lines of a step: text, bullet, level and order, all by keyboard too. */
export function LineEditor({ lines, onChange, onBlur }: LineEditorProps): ReactElement {
  const words = editTexts.step;
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  /** Set by Escape: the next Tab leaves the lines instead of indenting. */
  const leaving = useRef(false);
  const full = lines.length >= limits.step.lines.max;

  const focusLine = (index: number, at?: number): void => {
    requestAnimationFrame(() => {
      const field = box.current?.querySelectorAll('textarea')[index];
      field?.focus();
      const place = at ?? field?.value.length ?? 0;
      field?.setSelectionRange(place, place);
    });
  };
  const move = (from: number, to: number): void => {
    onChange(moved(lines, from, to), 'choice');
    setSaid(editingTexts.order.moved(words.line(from + 1), to + 1, lines.length));
    focusLine(to);
  };
  const { list: sorted, dragged, shift } = useSortable(lines.length, move);
  const mayHave = (index: number, level: number): boolean => level >= 0 && level <= deepest(lines, index);
  const setLevel = (index: number, level: number): void => {
    onChange(withLine(lines, index, { level }), 'choice');
    setSaid(words.level(index + 1, level + 1));
  };
  const add = (index: number): void => {
    onChange([...lines.slice(0, index), newLine(lines[index - 1]), ...lines.slice(index)], 'choice');
    focusLine(index);
  };
  const remove = (index: number): void => {
    const rest = lines.filter((_, at) => at !== index);
    onChange(rest.length > 0 ? rest : [newLine()], 'choice');
    focusLine(Math.max(0, index - 1));
  };

  const onKeyDown = ({ key }: KeyboardEvent): void => {
    leaving.current = key === 'Escape' || (leaving.current && (key === 'Shift' || key === 'Tab'));
  };
  const split = (index: number, at: number): void => {
    if (full) return setSaid(words.fullLines(limits.step.lines.max));
    onChange(splitLine(lines, index, at), 'choice');
    focusLine(index + 1, 0);
  };
  useLineKeys(box, { lines, leaving, mayHave, setLevel, split, remove, focusLine });
  const onPaste = (event: ClipboardEvent, index: number): void => {
    const pasted = event.clipboardData.getData('text/plain');
    const field = event.target;
    if (!pasted.trim().includes('\n') || !(field instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    const before = field.value.slice(0, field.selectionStart);
    const after = field.value.slice(field.selectionEnd);
    onChange(pasteLines(lines, index, { before, after, pasted }), 'choice');
  };

  return (
    <div className={styles.lines} ref={box}>
      <Live>{said}</Live>
      <ol ref={sorted} aria-label={words.lines}>
        {lines.map((line, index) => (
          <li
            key={line.key}
            data-sort
            data-kind={line.bullet}
            data-level={line.level}
            data-dragged={dragged === index}
            style={shift(index)}
          >
            <button
              type="button"
              className={styles.grip}
              aria-label={editingTexts.order.handle(words.line(index + 1))}
              data-grip
            >
              <IconGripVertical aria-hidden />
            </button>
            <BulletMenu
              position={index + 1}
              bullet={line.bullet}
              onChange={(bullet) => onChange(withLine(lines, index, { bullet }), 'choice')}
            />
            <div className={styles.text}>
              <TextField
                label={words.line(index + 1)}
                hideLabel
                lines
                most={limits.step.line.max}
                value={line.text}
                onChange={(text) => onChange(withLine(lines, index, { text }), 'typing')}
                onBlur={onBlur}
                onKeyDown={onKeyDown}
                onPaste={(event) => onPaste(event, index)}
              />
            </div>
            <div className={styles.tools}>
              <button
                type="button"
                aria-label={words.lessDeep(index + 1)}
                disabled={line.level === 0}
                onClick={() => setLevel(index, line.level - 1)}
              >
                <IconIndentDecrease aria-hidden />
              </button>
              <button
                type="button"
                aria-label={words.deeper(index + 1)}
                disabled={line.level >= deepest(lines, index)}
                onClick={() => setLevel(index, line.level + 1)}
              >
                <IconIndentIncrease aria-hidden />
              </button>
              <button type="button" aria-label={words.removeLine(index + 1)} onClick={() => remove(index)}>
                <IconTrash aria-hidden />
              </button>
            </div>
          </li>
        ))}
      </ol>
      <div className={styles.foot}>
        <button type="button" disabled={full} onClick={() => add(lines.length)}>
          <IconPlus aria-hidden /> {full ? words.fullLines(limits.step.lines.max) : words.addLine}
        </button>
        <p>{words.linesHint}</p>
      </div>
    </div>
  );
}
