import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { escapeHtml } from './escape-html.ts';

/** The committed pictures of the screens. */
export const screensFolder = join(import.meta.dirname, '../screens');

/** Returns the same screen in dark, where it was pictured so. */
export function darkOf(picture: string): string | undefined {
  const dark = picture.replace('-light.', '-dark.');
  return dark !== picture && existsSync(join(screensFolder, dark)) ? dark : undefined;
}

/** Returns a screen of 1280 × 800, light or dark as the system is, and fetched when it comes into sight. */
export function pictureHtml(file: string, alt: string): string {
  const dark = darkOf(file);
  const source =
    dark === undefined
      ? ''
      : `<source srcset="../pictures/${dark}" media="(prefers-color-scheme: dark)" />`;
  const image = `<img src="../pictures/${file}" alt="${escapeHtml(alt)}" width="1280" height="800" loading="lazy" />`;
  return `<picture>${source}${image}</picture>`;
}
