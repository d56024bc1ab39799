import { session } from 'electron';
import type { WebContents } from 'electron';

import type { Logger } from '../app/log.ts';
import { isManual } from '../shared/manual.ts';
import { isOurs, origin, windowPlace } from './address.ts';

/** Permissions that pages have: copying text and showing a picture in full screen. */
const permitted: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen']);

/** The camera takes photos of the bench; the microphone is never allowed. */
const isOnlyVideo = (types: readonly string[] | undefined): boolean =>
  types !== undefined && types.length > 0 && types.every((type) => type === 'video');

export function limitSession(): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((contents, permission, decide, details) => {
    const isCamera = permission === 'media' && 'mediaTypes' in details && isOnlyVideo(details.mediaTypes);
    decide(isOurs(contents.getURL()) && (isCamera || permitted.has(permission)));
  });
  defaultSession.setPermissionCheckHandler(
    (_contents, permission, from, { mediaType }) =>
      isOurs(from) && (permitted.has(permission) || (permission === 'media' && mediaType === 'video')),
  );
  defaultSession.setDevicePermissionHandler(() => false);
  defaultSession.on('will-download', (event, item) => {
    // Files made by a page are saved where the person chooses; nothing is downloaded from elsewhere.
    if (!item.getURL().startsWith(`blob:${origin}/`)) event.preventDefault();
  });
}

/** Opens what a page asks for in a new window. */
export interface Openers {
  place(place: string): void;
  /** `page`: such as `manual/de/index.html`. */
  manual(page: string): void;
}

/** Keeps every page on our own origin. New windows are windows of this desk, or refused. */
export function limitWindow(contents: WebContents, log: Logger, open: Openers): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (isOurs(url)) {
      const { pathname } = new URL(url);
      if (isManual(pathname)) open.manual(pathname.slice(1));
      else open.place(windowPlace(url));
    }
    return { action: 'deny' };
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  const stay = (event: { url: string; preventDefault(): void }): void => {
    if (isOurs(event.url)) return;
    event.preventDefault();
    log.warn({ url: event.url }, 'a page tried to open an address outside this desk');
  };
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
}
