import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * The place in the application lives in the hash (`#/guide/12/step/34?…`): the page loads from any static server, and
 * an address that was kept reopens where it was.
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

export function navigate(to: string, options: { replace?: boolean } = {}): void {
  if (to === current()) return;
  const url = `#${to}`;
  if (options.replace) window.history.replaceState(null, '', url);
  else {
    window.history.pushState(null, '', url);
    window.scrollTo(0, 0);
  }
  follow();
}

/**
 * Location hook for wouter, which runs `decodeURI` over the whole path: a title with a percent sign would then fail to
 * decode as a parameter. Escaping the percent signs makes that step do nothing; `decodeURIComponent` each parameter.
 */
const useHashPath = (): [string, typeof navigate] => {
  const [path = '/'] = useStore(navigation).place.split('?');
  return [path.replaceAll('%', '%25'), navigate];
};

/** What wouter's `Router` is given. */
export const hashRouting = { hook: useHashPath, hrefs: (href: string): string => `#${href}` };

export function useHashSearch(): URLSearchParams {
  const { place } = useStore(navigation);
  return new URLSearchParams(place.slice(place.indexOf('?') + 1 || place.length));
}
