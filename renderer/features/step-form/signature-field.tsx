import { TextInput } from '@mantine/core';
import { IconCheck, IconEraser, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { PointerEvent, ReactElement } from 'react';

import type { WorkValue } from '../../../shared/model/work-log.ts';
import { errorMessage } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Picture } from '../../components/picture.tsx';
import styles from './image-field.module.css';
import { fieldImages } from './image-field.tsx';
import { stepFormTexts } from './texts.ts';

export interface SignatureFieldProps {
  id: string;
  label: string;
  stored: WorkValue | undefined;
  onPicture: (file: File) => Promise<void>;
  onRemove: () => void;
}

/** Pixels of the stored picture: sharp in print, a few kilobytes. */
const size = { width: 1200, height: 400, line: 6 };

/**
 * A field to sign in by hand, or by typing one's full name. The signature is stored as a picture, black on white in every theme and on
 * paper; a typed one says that it was typed.
 */
export function SignatureField({
  id,
  label,
  stored,
  onPicture,
  onRemove,
}: SignatureFieldProps): ReactElement {
  const words = stepFormTexts.signature;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const [name, setName] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [image] = fieldImages(stored);
  const isSigned = image !== undefined;
  const wasSigned = useRef(isSigned);
  useEffect(() => {
    if (wasSigned.current === isSigned) return;
    wasSigned.current = isSigned;
    // The focused button was removed. Without a focus in the form, arrow keys would turn to another step.
    if (document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true });
  }, [isSigned, id]);

  const typed = name.trim();
  const signDrawn = (): Promise<void> =>
    save((context) => {
      if (canvas.current) context.drawImage(canvas.current, 0, 0);
    });
  const signTyped = (): Promise<void> => save((context) => paintName(context, typed));
  const clear = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, size.width, size.height);
    setDrawn(false);
  };
  const save = async (paint: (context: CanvasRenderingContext2D) => void): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      await onPicture(await pictureOf(paint));
      setDrawn(false);
      setName('');
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <div className={styles.image}>
      {image ? (
        <div className={styles.signed}>
          <Picture image={image} size="large" alt={stepFormTexts.image.of(label)} fit="contain" eager />
        </div>
      ) : (
        <>
          <p className={styles.hint}>{words.hint}</p>
          <canvas
            ref={canvas}
            className={styles.canvas}
            width={size.width}
            height={size.height}
            aria-label={words.draw(label)}
            onPointerDown={(event) => {
              // A swipe over the step would leave it.
              event.stopPropagation();
              event.currentTarget.setPointerCapture(event.pointerId);
              draw(event, true);
              setDrawn(true);
            }}
            onPointerMove={(event) => {
              if (event.buttons > 0) draw(event, false);
            }}
          />
        </>
      )}
      <div className={styles.actions}>
        {image ? (
          <button type="button" id={id} className={styles.action} onClick={onRemove}>
            <IconTrash size="1.5rem" aria-hidden /> {words.again}
          </button>
        ) : (
          <>
            <button
              type="button"
              className={styles.action}
              disabled={!drawn || sending}
              onClick={() => void signDrawn()}
            >
              <IconCheck size="1.5rem" aria-hidden /> {words.save}
            </button>
            <button type="button" className={styles.action} disabled={!drawn || sending} onClick={clear}>
              <IconEraser size="1.5rem" aria-hidden /> {words.clear}
            </button>
          </>
        )}
        {sending ? <output>{stepFormTexts.image.sending}</output> : null}
      </div>
      {image ? null : (
        <div className={styles.typed}>
          <TextInput
            id={id}
            size="lg"
            label={words.name}
            description={words.nameHint}
            aria-label={`${words.name}: ${label}`}
            autoComplete="off"
            maxLength={longestName}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              // Enter would move to the next field.
              event.stopPropagation();
              if (typed !== '' && !sending) void signTyped();
            }}
          />
          <button
            type="button"
            className={styles.action}
            disabled={typed === '' || sending}
            onClick={() => void signTyped()}
          >
            <IconCheck size="1.5rem" aria-hidden /> {words.saveName}
          </button>
        </div>
      )}
      {problem ? <InlineProblem>{`${stepFormTexts.image.failed} ${problem}`}</InlineProblem> : null}
    </div>
  );
}

function draw(event: PointerEvent<HTMLCanvasElement>, isStart: boolean): void {
  const { currentTarget: canvas, clientX, clientY } = event;
  const context = canvas.getContext('2d');
  const box = canvas.getBoundingClientRect();
  if (!context || box.width === 0) return;
  const x = ((clientX - box.left) / box.width) * size.width;
  const y = ((clientY - box.top) / box.height) * size.height;
  if (isStart) {
    context.beginPath();
    context.moveTo(x, y);
  }
  context.lineWidth = size.line;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = '#000';
  // A touch without a movement is a dot.
  context.lineTo(x, y);
  context.stroke();
}

/** Characters. */
const longestName = 100;

/** Writes a name as large as it fits, and below that it was typed. */
function paintName(context: CanvasRenderingContext2D, name: string): void {
  const most = size.width - 80;
  const font = (pixels: number): string => `italic ${pixels}px serif`;
  context.fillStyle = '#000';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = font(120);
  context.font = font(120 * Math.min(1, most / Math.max(1, context.measureText(name).width)));
  context.fillText(name, size.width / 2, 170, most);
  context.font = '36px sans-serif';
  context.fillText(stepFormTexts.signature.typed, size.width / 2, 340, most);
}

/** Returns what is painted as a PNG on white. */
async function pictureOf(paint: (context: CanvasRenderingContext2D) => void): Promise<File> {
  const paper = document.createElement('canvas');
  paper.width = size.width;
  paper.height = size.height;
  const context = paper.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, size.width, size.height);
    paint(context);
  }
  const blob = await new Promise<Blob | null>((resolve) => paper.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(stepFormTexts.image.failed);
  return new File([blob], 'signature.png', { type: 'image/png' });
}
