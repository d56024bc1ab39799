import { useEffect, useEffectEvent, useState } from 'react';
import type { RefCallback } from 'react';

import type { Shortcut } from '../../keyboard/shortcuts.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';

interface Drag {
  from: number;
  /** The index where the item would be dropped. */
  to: number;
  /** Pixels that the pointer has moved over the list, scrolling included. */
  by: number;
  height: number;
}

export interface Sortable {
  /** Ref of the list. Its items have `data-sort`; the handle in each has `data-grip`. */
  list: RefCallback<HTMLElement>;
  /** Index of the dragged item. */
  dragged: number | null;
  /** Returns the transform of an item that is dragged or makes room. */
  shift: (index: number) => { transform: string } | undefined;
}

/** Dragging this near to the scroller's edge scrolls it; in pixels. */
const edge = 48;
const scrollBy = 12;

/** Sorts a vertical list by dragging handles, or by Alt and the arrow keys. */
export function useSortable(count: number, onMove: (from: number, to: number) => void): Sortable {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);

  const move = useEffectEvent((from: number, to: number): void => {
    if (from !== to && to >= 0 && to < count) onMove(from, to);
  });
  const indexIn = (event: KeyboardEvent): number => (list ? indexOf(list, event.target) : -1);
  const by = (step: number, does: string): Shortcut => ({
    keys: [step < 0 ? 'Alt+ArrowUp' : 'Alt+ArrowDown'],
    does,
    inFields: true,
    when: (event) => list !== null && (event === undefined || indexIn(event) >= 0),
    run: (event) => move(indexIn(event), indexIn(event) + step),
  });
  useShortcuts(keyTexts.editor.name, [by(-1, keyTexts.editor.up), by(1, keyTexts.editor.down)]);
  useEffect(
    () => (list ? watch(list, { onDrag: setDrag, onMove: (from, to) => move(from, to) }) : undefined),
    [list],
  );

  return {
    list: setList,
    dragged: drag?.from ?? null,
    shift: (index) => {
      if (!drag) return undefined;
      const { from, to, by, height } = drag;
      if (index === from) return { transform: `translateY(${by}px)` };
      const passed = index > from && index <= to ? -1 : index < from && index >= to ? 1 : 0;
      return { transform: `translateY(${passed * height}px)` };
    },
  };
}

const itemsOf = (list: HTMLElement): Element[] => [...list.querySelectorAll(':scope > [data-sort]')];

const indexOf = (list: HTMLElement, target: EventTarget | null): number =>
  target instanceof Element ? itemsOf(list).findIndex((item) => item.contains(target)) : -1;

interface Watcher {
  onDrag: (drag: Drag | null) => void;
  onMove: (from: number, to: number) => void;
}

/** @returns removes the listeners */
function watch(list: HTMLElement, { onDrag, onMove }: Watcher): () => void {
  const scroller = list.closest('[data-scroll]') ?? document.documentElement;
  let began: { drag: Drag; y: number; scroll: number; boxes: DOMRect[] } | null = null;

  const end = (): void => {
    began = null;
    onDrag(null);
  };
  const onDown = (event: PointerEvent): void => {
    const grip = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-grip]') : null;
    const from = indexOf(list, grip);
    if (!grip || from < 0 || event.button !== 0) return;
    event.preventDefault();
    grip.focus();
    list.setPointerCapture(event.pointerId);
    const boxes = itemsOf(list).map((item) => item.getBoundingClientRect());
    const drag = { from, to: from, by: 0, height: boxes[from]?.height ?? 0 };
    began = { drag, y: event.clientY, scroll: scroller.scrollTop, boxes };
    onDrag(drag);
  };
  const onPointer = (event: PointerEvent): void => {
    if (!began) return;
    const { boxes, drag } = began;
    const own = boxes[drag.from];
    if (!own) return;
    const isPage = scroller === document.documentElement;
    const area = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect();
    if (event.clientY < area.top + edge) scroller.scrollTop -= scrollBy;
    else if (event.clientY > area.bottom - edge) scroller.scrollTop += scrollBy;
    const by = event.clientY - began.y + scroller.scrollTop - began.scroll;
    const centre = own.top + own.height / 2 + by;
    const others = boxes.filter((box) => box !== own);
    const to = others.filter((box) => box.top + box.height / 2 < centre).length;
    began.drag = { ...drag, to, by };
    onDrag(began.drag);
  };
  const onUp = (): void => {
    const done = began?.drag;
    end();
    if (done) onMove(done.from, done.to);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && began) end();
  };
  list.addEventListener('pointerdown', onDown);
  list.addEventListener('pointermove', onPointer);
  list.addEventListener('pointerup', onUp);
  list.addEventListener('pointercancel', end);
  list.addEventListener('keydown', onKey);
  return () => {
    list.removeEventListener('pointerdown', onDown);
    list.removeEventListener('pointermove', onPointer);
    list.removeEventListener('pointerup', onUp);
    list.removeEventListener('pointercancel', end);
    list.removeEventListener('keydown', onKey);
  };
}
