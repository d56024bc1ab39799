import { useId, useRef, useState } from 'react';
import type { ReactElement } from 'react';

import { RichText } from '../rich-text.tsx';
import { editingTexts } from './texts.ts';
import { usePreview } from './use-preview.ts';
import { SyntaxHelp } from './syntax-help.tsx';
import { uploadPicture } from './upload.ts';
import { useImageFiles } from './use-image-files.ts';
import styles from './wiki-field.module.css';
import type { Selected } from './wiki-marks.ts';
import { WikiTools } from './wiki-tools.tsx';

export interface WikiFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  problem?: string | null;
  hint?: string;
  unit: string;
}

/** Wiki text with its preview beside it, as it is typed. */
export function WikiTextField({
  label,
  value,
  onChange,
  onBlur,
  problem,
  hint,
  unit,
}: WikiFieldProps): ReactElement {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [help, setHelp] = useState(false);
  const preview = usePreview(value);
  const words = editingTexts.wiki;

  const change = (edit: (selected: Selected) => Selected): void => {
    const element = field.current;
    if (!element) return;
    const { text, from, to } = edit({
      text: element.value,
      from: element.selectionStart,
      to: element.selectionEnd,
    });
    onChange(text);
    // The selection is set once the field has the new text.
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(from, to);
    });
  };
  const files = useImageFiles(async (file) => {
    const { image } = await uploadPicture(file);
    change(({ text, from, to }) => {
      const mark = `[image|${image.id}|size=large]`;
      return {
        text: text.slice(0, from) + mark + text.slice(to),
        from: from + mark.length,
        to: from + mark.length,
      };
    });
  });

  return (
    <div className={styles.wiki}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        <WikiTools onEdit={change} onPicture={files.add} onHelp={() => setHelp(true)} label={label} />
      </div>
      <div className={styles.panes}>
        <div className={styles.write}>
          <textarea
            ref={field}
            id={id}
            rows={8}
            data-unit={unit}
            value={value}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-hint`}
            onBlur={onBlur}
            onChange={(event) => onChange(event.currentTarget.value)}
            onPaste={files.onPaste}
            {...files.target}
          />
        </div>
        <section className={styles.preview} aria-label={`${words.preview}: ${label}`}>
          {preview.problem ? (
            <p role="alert">
              {words.previewFailed} {preview.problem}
            </p>
          ) : preview.html ? (
            <RichText html={preview.html} />
          ) : (
            <p className={styles.soft}>{words.previewEmpty}</p>
          )}
        </section>
      </div>
      <p
        id={`${id}-hint`}
        className={problem ? styles.problem : styles.soft}
        role={problem ? 'alert' : undefined}
      >
        {problem ?? files.problem ?? files.busy ?? hint}
      </p>
      {help ? <SyntaxHelp onClose={() => setHelp(false)} /> : null}
    </div>
  );
}
