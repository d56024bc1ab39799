import { useCallback, useEffect, useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';

import type { Marker, MarkerColour, MarkerKind, Point } from '../../../shared/markup.ts';
import { way } from '../../direction.ts';
import type { Shortcut } from '../../keyboard/shortcuts.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import type { PictureSize } from './marker-path.ts';
import {
  changed,
  drawnMarker,
  inside,
  isDrawn,
  kept,
  middleMarker,
  movedBy,
  openDrawing,
  redone,
  undone,
  withMarkers,
} from './marker-state.ts';
import type { Drawing } from './marker-state.ts';

interface Gesture {
  part: 'whole' | 'end' | 'new';
  index: number;
  start: Point;
  origin: Marker;
  since: readonly Marker[];
}

export interface Marking {
  drawing: Drawing;
  board: RefObject<SVGSVGElement | null>;
  choose: (index: number | null) => void;
  pickKind: (kind: MarkerKind) => void;
  /** Sets the colour of the selected marker and of new ones. */
  pickColour: (colour: MarkerColour) => void;
  add: () => void;
  remove: () => void;
  undo: () => void;
  redo: () => void;
  pointer: {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => void;
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => void;
    onPointerUp: (event: PointerEvent<SVGSVGElement>) => void;
    onPointerCancel: (event: PointerEvent<SVGSVGElement>) => void;
  };
}

/** Edits the markers of a picture by mouse, touch, pen and keyboard. */
export function useMarking(
  size: PictureSize,
  opened: readonly Marker[],
  onChange: (markers: readonly Marker[]) => void,
): Marking {
  const [drawing, setDrawing] = useState(() => openDrawing(opened));
  const board = useRef<SVGSVGElement>(null);
  const gesture = useRef<Gesture | null>(null);
  const { markers, chosen, kind, colour } = drawing;
  const step = Math.max(size.width, size.height) / 100;

  const told = useRef(markers);
  useEffect(() => {
    if (told.current === markers || gesture.current) return;
    told.current = markers;
    onChange(markers);
  });

  const act = (change: (was: Drawing) => Drawing): void =>
    setDrawing((was) => kept(change(was), was.markers));
  const placeOf = (event: PointerEvent): Point => {
    const matrix = board.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return inside({ x, y }, size);
  };
  const onlyChosen = (change: (marker: Marker) => Marker): void =>
    act((was) => {
      const marker = was.chosen === null ? undefined : was.markers[was.chosen];
      return marker && was.chosen !== null ? changed(was, was.chosen, change(marker)) : was;
    });
  const remove = (): void =>
    act((was) =>
      was.chosen === null
        ? was
        : withMarkers(
            was,
            was.markers.filter((_, at) => at !== was.chosen),
            null,
          ),
    );

  const words = keyTexts.markers;
  const isChosen = (): boolean => chosen !== null;
  const nudge = (arrow: string, dx: number, dy: number, whole: string, end: string): Shortcut[] => [
    {
      keys: [arrow],
      does: whole,
      when: isChosen,
      run: () => onlyChosen((marker) => movedBy(marker, dx * step, dy * step, size)),
    },
    {
      keys: [`Shift+${arrow}`],
      does: end,
      when: isChosen,
      run: () =>
        onlyChosen((marker) => ({
          ...marker,
          to: inside({ x: marker.to.x + dx * step, y: marker.to.y + dy * step }, size),
        })),
    },
  ];
  useShortcuts(
    words.name,
    [
      // A picture is not mirrored: left is left in right-to-left languages too.
      ...nudge('ArrowLeft', -way, 0, words.left, words.endLeft),
      ...nudge('ArrowRight', way, 0, words.right, words.endRight),
      ...nudge('ArrowUp', 0, -1, words.up, words.endUp),
      ...nudge('ArrowDown', 0, 1, words.down, words.endDown),
      { keys: ['Delete', 'Backspace'], does: words.remove, when: isChosen, run: remove },
      { keys: ['Mod+Z'], does: keyTexts.editor.undo, run: () => setDrawing(undone) },
      { keys: ['Mod+Shift+Z', 'Mod+Y'], does: keyTexts.editor.redo, run: () => setDrawing(redone) },
    ],
    { inDialog: true },
  );

  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    if (gesture.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const start = placeOf(event);
    const target = (event.target as Element).closest<SVGElement>('[data-marker]');
    const index = target ? Number(target.dataset['marker']) : markers.length;
    const origin = markers[index] ?? { kind, colour, from: start, to: start };
    const part = target ? (target.dataset['part'] === 'end' ? 'end' : 'whole') : 'new';
    gesture.current = { part, index, start, origin, since: markers };
    setDrawing((was) =>
      part === 'new' ? withMarkers(was, [...was.markers, origin], index) : { ...was, chosen: index },
    );
  };
  const go = (event: PointerEvent<SVGSVGElement>): void => {
    const now = gesture.current;
    if (!now) return;
    const place = placeOf(event);
    const [dx, dy] = [place.x - now.start.x, place.y - now.start.y];
    const next =
      now.part === 'whole'
        ? movedBy(now.origin, dx, dy, size)
        : now.part === 'new'
          ? drawnMarker(now.origin, place, size)
          : { ...now.origin, to: inside({ x: now.origin.to.x + dx, y: now.origin.to.y + dy }, size) };
    setDrawing((was) => changed(was, now.index, next));
  };
  const end = (): void => {
    const now = gesture.current;
    gesture.current = null;
    if (!now) return;
    setDrawing((was) => {
      const marker = was.markers[now.index];
      if (now.part === 'new' && (!marker || !isDrawn(marker, size))) return withMarkers(was, now.since, null);
      const isSame = marker === now.origin || JSON.stringify(marker) === JSON.stringify(now.origin);
      return now.part !== 'new' && isSame ? withMarkers(was, now.since) : kept(was, now.since);
    });
  };

  return {
    drawing,
    board,
    choose: useCallback((index) => setDrawing((was) => ({ ...was, chosen: index })), []),
    pickKind: (next) => setDrawing((was) => ({ ...was, kind: next, chosen: null })),
    pickColour: (next) => {
      setDrawing((was) => ({ ...was, colour: next }));
      onlyChosen((marker) => ({ ...marker, colour: next }));
    },
    add: () =>
      act((was) =>
        withMarkers(was, [...was.markers, middleMarker(was.kind, was.colour, size)], was.markers.length),
      ),
    remove,
    undo: () => setDrawing(undone),
    redo: () => setDrawing(redone),
    pointer: { onPointerDown: begin, onPointerMove: go, onPointerUp: end, onPointerCancel: end },
  };
}
