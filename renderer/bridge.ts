import type { Bridge } from '../shared/ipc.ts';

declare global {
  interface Window {
    readonly benchside?: Bridge;
  }
}

/** The calls to the Electron main process; undefined in a plain browser. */
export const bridge: Bridge | undefined = globalThis.window?.benchside;

const allowed = new Set(['http:', 'https:', 'mailto:']);

/** Returns an absolute http, https or mailto URL; null for anything else. */
export function safeUrl(href: string | null | undefined): string | null {
  if (!href || !URL.canParse(href)) return null;
  const url = new URL(href);
  return allowed.has(url.protocol) ? url.href : null;
}

export async function openExternal(href: string): Promise<void> {
  const url = safeUrl(href);
  if (url === null) return;
  if (bridge) await bridge.openExternal(url);
  else window.open(url, '_blank', 'noopener,noreferrer');
}

export async function printPage(): Promise<void> {
  if (bridge) await bridge.print();
  else window.print();
}
