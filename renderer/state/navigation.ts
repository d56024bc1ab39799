import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * The current path is in the hash (`#/guide/12/step/34?…`): the page works on any static server, and a bookmark reopens
 * the same screen.
 */
const navigation = createStore(() => ({ place: '/' }));

const current = (): string => window.location.hash.replace(/^#?\/?/, '/');
const follow = (): void => navigation.setState({ place: current() });

/** Follows the window's address from now on. */
export function startNavigation(): void {
  follow();
  window.addEventListener('hashchange', follow);
  window.addEventListener('popstate', follow);
}

/** State of the entries of the window's history that lead back to another place of the program. */
const openedHere = { openedHere: true };

/** Goes back to exactly where the current place was opened. Returns false if it was opened from outside. */
export function goBack(): boolean {
  const state: unknown = window.history.state;
  const hasBefore = typeof state === 'object' && state !== null && 'openedHere' in state;
  if (hasBefore) window.history.back();
  return hasBefore;
}

export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (to === current()) return;
  const url = `#${to}`;
  if (options.replace) window.history.replaceState(window.history.state, '', url);
  else {
    window.history.pushState(openedHere, '', url);
    window.scrollTo(0, 0);
  }
  follow();
}

/**
 * Location hook for wouter, which runs `decodeURI` over the whole path. A title with a percent sign would then fail to
 * decode as a parameter, so this escapes percent signs. Call `decodeURIComponent` on each parameter.
 */
const useHashPath = (): [string, typeof navigate] => {
  const [path = '/'] = useStore(navigation).place.split('?');
  return [path.replaceAll('%', '%25'), navigate];
};

/** Props of wouter's `Router`. */
export const hashRouting = { hook: useHashPath, hrefs: (href: string): string => `#${href}` };

export function useHashSearch(): URLSearchParams {
  const { place } = useStore(navigation);
  return new URLSearchParams(place.slice(place.indexOf('?') + 1 || place.length));
}
