import type { SystemNotice } from './needs.ts';
import { mainTexts } from './texts.ts';

export interface NotifierParts {
  show(notice: SystemNotice): void;
  /** The place on screen; `undefined` while none of our windows has the focus. */
  lookedAt(): string | undefined;
}

const everyMs = 60_000;

/** Shows at most one notice a minute; those in between are combined. */
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

/** Returns whether a place is on screen. The steps of a run belong to it; the home screen only matches itself. */
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
