import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import { useMayGo } from './use-kiosk.ts';

interface AllowedLinkProps {
  /** Undefined for nowhere. */
  href: string | undefined;
  className?: string | undefined;
  /** True for an item of a list, to which the keys for lists move. */
  isRow?: boolean;
  onClick?: () => void;
  children: ReactNode;
}

/** A link; only its content if it leads nowhere, or to a screen that this kiosk bars. */
export function AllowedLink({
  href,
  children,
  isRow = false,
  onClick,
  ...shared
}: AllowedLinkProps): ReactElement {
  const mayGo = useMayGo();
  return href !== undefined && mayGo(href) ? (
    <Link href={href} {...shared} {...(onClick ? { onClick } : {})} {...(isRow ? { 'data-row': true } : {})}>
      {children}
    </Link>
  ) : (
    <div {...shared}>{children}</div>
  );
}
