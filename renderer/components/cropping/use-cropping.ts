import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';

import type { PictureSize } from '../markers/marker-path.ts';
import { moveFrame, rotate, rotatedSize, wholePicture } from './crop-frame.ts';
import type { CropFrame, Cropping, FramePart } from './crop-frame.ts';

interface Handle {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface CroppingState extends Cropping {
  /** Size of the rotated picture, in pixels. */
  size: PictureSize;
  /** The element that shows the rotated picture. */
  board: RefObject<HTMLDivElement | null>;
  rotate: (clockwise: boolean) => void;
  showAll: () => void;
  /** Props of the control that moves a part of the frame. */
  handle: (part: FramePart) => Handle;
}

const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Fractions of the picture that an arrow key moves by. */
const keyStep = { short: 0.01, long: 0.1 };

/** The frame and rotation of a picture, changed by pointer and keyboard. */
export function useCropping(whole: PictureSize): CroppingState {
  const [state, setState] = useState<Cropping>({ quarters: 0, frame: wholePicture });
  const board = useRef<HTMLDivElement>(null);
  /** Where the pointer went down, and the frame then. */
  const start = useRef<{ x: number; y: number; frame: CropFrame }>(null);
  const size = rotatedSize(whole, state.quarters);
  const move = (from: CropFrame, part: FramePart, x: number, y: number): void =>
    setState((now) => ({ ...now, frame: moveFrame(from, part, { x, y }, size) }));

  return {
    ...state,
    size,
    board,
    rotate: (clockwise) => setState((now) => rotate(now, clockwise)),
    showAll: () => setState((now) => ({ ...now, frame: wholePicture })),
    handle: (part) => ({
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY, frame: state.frame };
      },
      onPointerMove: (event) => {
        const shown = board.current?.getBoundingClientRect();
        if (!start.current || !shown || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const { x, y, frame } = start.current;
        move(frame, part, (event.clientX - x) / shown.width, (event.clientY - y) / shown.height);
      },
      onKeyDown: (event) => {
        const direction = arrows[event.key];
        if (!direction) return;
        event.preventDefault();
        const step = event.shiftKey ? keyStep.long : keyStep.short;
        move(state.frame, part, direction[0] * step, direction[1] * step);
      },
    }),
  };
}
