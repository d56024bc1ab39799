import { session } from 'electron';
import type { WebContents } from 'electron';

import type { Logger } from '../app/log.ts';
import { home, origin, stoppedAt } from './protocol.ts';

/** What a page may ask the system for: to copy text, and to fill the screen with a picture. */
const permitted: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'fullscreen']);

/** A photo of what is on the bench; never its sound. */
const isOnlyVideo = (types: readonly string[] | undefined): boolean =>
  types !== undefined && types.length > 0 && types.every((type) => type === 'video');

export const isOurs = (url: string): boolean => url === origin || url.startsWith(`${origin}/`);

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
    // What a page has made itself is saved where the person says; nothing is fetched from elsewhere.
    if (!item.getURL().startsWith(`blob:${origin}/`)) event.preventDefault();
  });
}

/** Every page of every window stays on our own origin, opens no window, and comes back after its process died. */
export function limitWindow(contents: WebContents, log: Logger): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', (event) => event.preventDefault());
  const stay = (event: { url: string; preventDefault(): void }): void => {
    if (isOurs(event.url)) return;
    event.preventDefault();
    log.warn({ url: event.url }, 'a page wanted to leave this desk');
  };
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    log.error({ details }, 'the process of a window died');
    const { hash } = new URL(contents.getURL() || home);
    // Loading while the event is told would be lost.
    setImmediate(() => void contents.loadURL(stoppedAt(hash)));
  });
  contents.on('unresponsive', () => log.error('a window does not answer'));
}
