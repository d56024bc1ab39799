import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import { openExternal, safeUrl } from '../bridge.ts';
import { useKiosk, useMayGo } from './use-kiosk.ts';
import { useInAppPath } from './link-target.ts';

/** A link in a text: to one of our screens, to a heading of the page, or to an external page. */
export function RichLink({ href, children }: { href: string; children: ReactNode }): ReactElement {
  const kiosk = useKiosk();
  const mayGo = useMayGo();
  const place = useInAppPath()(href);
  if (place !== null) return mayGo(place) ? <Link href={place}>{children}</Link> : <span>{children}</span>;
  if (href.startsWith('#')) {
    const jump = (event: MouseEvent): void => {
      event.preventDefault();
      document.getElementById(`s-${decodeURIComponent(href.slice(1))}`)?.scrollIntoView();
    };
    return (
      <a href={href} onClick={jump}>
        {children}
      </a>
    );
  }
  const url = safeUrl(href);
  if (url === null || kiosk) return <span>{children}</span>;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    void openExternal(url);
  };
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" onClick={open} onAuxClick={open}>
      {children}
    </a>
  );
}
