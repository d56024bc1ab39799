import { useState } from 'react';
import type { DragEvent } from 'react';

import { errorMessage } from '../../api/errors.ts';
import { editingTexts } from './texts.ts';

/** The common part of paste events of React and of the DOM. */
export interface Pasted {
  clipboardData: DataTransfer | null;
  preventDefault: () => void;
}

export interface ImageFiles {
  /** Message about the running upload; null without one. */
  busy: string | null;
  problem: string | null;
  /** True if files are dragged over the drop target. */
  over: boolean;
  add: (files: readonly File[]) => void;
  onPaste: (event: Pasted) => void;
  /** Props of the drop target. */
  target: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: () => void;
    onDrop: (event: DragEvent) => void;
  };
}

/** Browsers give a photo of a phone no type. */
const isPicture = ({ name, type }: File): boolean => type.startsWith('image/') || /\.hei[cf]$/i.test(name);

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Stores dropped, pasted and chosen pictures one by one. */
export function useImageFiles(store: (file: File) => Promise<void>): ImageFiles {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const words = editingTexts.pictures;

  const addAll = async (files: readonly File[]): Promise<void> => {
    setProblem(null);
    for (const file of files) {
      setBusy(words.uploading(file.name || words.pasted));
      try {
        await store(file);
      } catch (error) {
        setProblem(`${words.failed(file.name || words.pasted)} ${errorMessage(error)}`);
      }
    }
    setBusy(null);
  };
  const add = (files: readonly File[]): void => {
    const pictures = files.filter(isPicture);
    const other = files.find((file) => !pictures.includes(file));
    if (other) setProblem(words.notPicture(other.name));
    if (pictures.length > 0) void addAll(pictures);
  };

  return {
    busy,
    problem,
    over,
    add,
    onPaste: (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      add(files);
    },
    target: {
      onDragOver: (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        add([...event.dataTransfer.files]);
      },
    },
  };
}
