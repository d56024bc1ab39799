import type { SystemNotice } from './needs.ts';
import { mainTexts } from './texts.ts';

export interface NotifierParts {
  show(notice: SystemNotice): void;
  /** The place that somebody looks at now; `undefined` while no window of ours has the keyboard. */
  lookedAt(): string | undefined;
}

const everyMs = 60_000;

/** Shows notices one a minute at most: what comes in between is told together. */
export class Notifier {
  readonly #parts: NotifierParts;
  #waiting: SystemNotice[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
  }

  tell(notices: readonly SystemNotice[]): void {
    this.#waiting.push(...notices);
    if (this.#timer === undefined) this.#showAll();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #showAll(): void {
    const at = this.#parts.lookedAt();
    const unseen = this.#waiting.filter(({ place }) => at === undefined || !isAt(at, place));
    this.#waiting = [];
    this.#timer = undefined;
    if (unseen.length === 0) return;
    this.#parts.show(together(unseen));
    this.#timer = setTimeout(() => this.#showAll(), everyMs);
    this.#timer.unref();
  }
}

/** A step of a run is that run; the start page is everywhere only at itself. */
const isAt = (at: string, place: string): boolean => {
  const [path = '/'] = at.split('?');
  return path === place || (place !== '/' && path.startsWith(`${place}/`));
};

function together(notices: readonly SystemNotice[]): SystemNotice {
  const [first, ...others] = notices;
  if (first && others.length === 0) return first;
  const places = new Set(notices.map(({ place }) => place));
  return {
    title: mainTexts.notify.several(notices.length),
    body: notices.map(({ title }) => title).join('\n'),
    place: places.size === 1 && first ? first.place : '/',
  };
}
