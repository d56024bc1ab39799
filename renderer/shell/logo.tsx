import type { ReactElement } from 'react';

/** A nut on a workbench. */
export const Logo = ({ size = '2.75rem' }: { size?: string }): ReactElement => (
  <svg viewBox="0 0 40 40" width={size} height={size} aria-hidden>
    <path d="M4 24h32v5.500H4z" fill="currentColor" />
    <path d="M7.500 29.500h5V37h-5zM27.500 29.500h5V37h-5z" fill="currentColor" />
    <path
      fillRule="evenodd"
      d="m20 3 7.800 4.500v9L20 21l-7.800-4.500v-9zm0 5.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z"
      fill="var(--chalk)"
    />
  </svg>
);
