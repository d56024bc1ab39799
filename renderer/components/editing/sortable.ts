import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';

interface Drag {
  from: number;
  to: number;
  /** Pixels the pointer has moved. */
  by: number;
  size: number;
}

export interface Sortable {
  /** The index that is dragged, and where it would land. */
  drag: Drag | null;
  /** For the list itself. */
  list: React.RefObject<HTMLElement | null>;
  handle: (index: number) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
  /** Alt with the arrow up or down anywhere in an item. */
  onKeyDown: (index: number) => (event: KeyboardEvent) => void;
  /** How far an item is moved while another is dragged past it. */
  shift: (index: number) => { transform: string } | undefined;
}

const edge = 48;

/** A vertical list whose items are put in order by dragging a handle, or by Alt and the arrow keys. */
export function useSortable(count: number, onMove: (from: number, to: number) => void): Sortable {
  const list = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const began = useRef<{ y: number; scroll: number; tops: { top: number; height: number }[] } | null>(null);

  const items = (): HTMLElement[] => [
    ...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-sort]') ?? []),
  ];
  const scroller = (): Element =>
    list.current?.closest('[data-scroll]') ?? document.scrollingElement ?? document.body;

  const onKeyDown =
    (index: number) =>
    (event: KeyboardEvent): void => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const to = index + step;
      if (to >= 0 && to < count) onMove(index, to);
    };

  const stop = (): void => {
    began.current = null;
    setDrag(null);
  };

  return {
    drag,
    list,
    onKeyDown,
    handle: (index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        const tops = items().map((item) => {
          const { top, height } = item.getBoundingClientRect();
          return { top, height };
        });
        began.current = { y: event.clientY, scroll: scroller().scrollTop, tops };
        setDrag({ from: index, to: index, by: 0, size: tops[index]?.height ?? 0 });
      },
      onPointerMove: (event) => {
        const start = began.current;
        if (!start) return;
        const area = scroller();
        const { top, bottom } =
          area === document.scrollingElement ? { top: 0, bottom: innerHeight } : area.getBoundingClientRect();
        if (event.clientY < top + edge) area.scrollTop -= 12;
        else if (event.clientY > bottom - edge) area.scrollTop += 12;
        const by = event.clientY - start.y + area.scrollTop - start.scroll;
        const own = start.tops[index];
        if (!own) return;
        const centre = own.top + own.height / 2 + by;
        const others = start.tops.filter((_, at) => at !== index);
        const to = others.filter((other) => other.top + other.height / 2 < centre).length;
        setDrag({ from: index, to, by, size: own.height });
      },
      onPointerUp: () => {
        if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
        stop();
      },
      onPointerCancel: stop,
      onKeyDown: (event) => {
        if (event.key === 'Escape' && drag) stop();
        onKeyDown(index)(event);
      },
    }),
    shift: (index) => {
      if (!drag) return undefined;
      if (index === drag.from) return { transform: `translateY(${drag.by}px)` };
      const passed =
        index > drag.from && index <= drag.to ? -1 : index < drag.from && index >= drag.to ? 1 : 0;
      return { transform: `translateY(${passed * drag.size}px)` };
    },
  };
}
