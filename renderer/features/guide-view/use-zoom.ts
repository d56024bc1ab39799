import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PointerEvent, RefObject } from 'react';

import type { Extent, Zoom } from './zoom-state.ts';
import { fitted, panBy, zoomAt } from './zoom-state.ts';

interface Point {
  x: number;
  y: number;
}

export interface ZoomControls {
  zoom: Zoom;
  stage: RefObject<HTMLDivElement | null>;
  handlers: {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLDivElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLDivElement>) => void;
    onDoubleClick: (event: { clientX: number; clientY: number }) => void;
  };
  scaleBy: (factor: number) => void;
  pan: (dx: number, dy: number) => void;
  fit: () => void;
}

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a: Point, b: Point): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));

/** Zooms and pans an element by wheel, drag, pinch and double tap. */
export function useZoom(): ZoomControls {
  const stage = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const [zoom, setZoom] = useState(fitted);

  const box = (): Extent => ({
    width: stage.current?.clientWidth ?? 1,
    height: stage.current?.clientHeight ?? 1,
  });
  const fromCentre = (x: number, y: number): Point => {
    const rect = stage.current?.getBoundingClientRect();
    return rect ? { x: x - rect.left - rect.width / 2, y: y - rect.top - rect.height / 2 } : { x: 0, y: 0 };
  };
  const scaleAt = (factor: number, point: Point): void => setZoom((was) => zoomAt(was, factor, point, box()));

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    scaleAt(Math.exp(-event.deltaY / 320), fromCentre(event.clientX, event.clientY));
  });

  useEffect(() => {
    const element = stage.current;
    const listen = (event: WheelEvent): void => onWheel(event);
    // React's own wheel listener is passive and could not prevent scrolling.
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, []);

  const release = (event: PointerEvent<HTMLDivElement>): void => {
    pointers.current.delete(event.pointerId);
  };

  return {
    zoom,
    stage,
    handlers: {
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove: (event) => {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const after = { x: event.clientX, y: event.clientY };
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        pointers.current.set(event.pointerId, after);
        if (other) {
          const centre = middle(after, other);
          scaleAt(apart(after, other) / apart(before, other), fromCentre(centre.x, centre.y));
        } else setZoom((was) => panBy(was, after.x - before.x, after.y - before.y, box()));
      },
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick: ({ clientX, clientY }) => {
        if (zoom.scale > 1) setZoom(fitted);
        else scaleAt(2.5, fromCentre(clientX, clientY));
      },
    },
    scaleBy: (factor) => scaleAt(factor, { x: 0, y: 0 }),
    pan: (dx, dy) => setZoom((was) => panBy(was, dx, dy, box())),
    fit: () => setZoom(fitted),
  };
}
