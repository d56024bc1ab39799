/** A picture's transform: `scale` 1 fits it into the box; `x`, `y` shift its centre in CSS pixels. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Extent {
  width: number;
  height: number;
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 };
export const maxScale = 8;

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));

/** Limits scale and pan: nothing to pan at scale 1, at most to the picture's edges beyond that. */
function held(zoom: Zoom, box: Extent): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale));
  return {
    scale,
    x: clamp(zoom.x, ((scale - 1) * box.width) / 2),
    y: clamp(zoom.y, ((scale - 1) * box.height) / 2),
  };
}

/** Scales by `factor` around `point`, relative to the box's centre; that point of the picture does not move. */
export function zoomAt(zoom: Zoom, factor: number, point: { x: number; y: number }, box: Extent): Zoom {
  const scale = Math.min(maxScale, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return held(
    { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio },
    box,
  );
}

export const panBy = (zoom: Zoom, dx: number, dy: number, box: Extent): Zoom =>
  held({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, box);
