import { limits } from '../limits.ts';

/**
 * Counts the UTF-8 bytes of HTML while it is rendered. The first piece that does not fit is left out with everything after
 * it, except the end tags of open elements: the HTML stays well formed.
 */
export class HtmlBudget {
  private left: number;
  private spent = false;

  constructor(bytes = limits.text.html.max) {
    this.left = bytes;
  }

  /** True if something was left out. */
  get isSpent(): boolean {
    return this.spent;
  }

  /** Returns the HTML if it still fits, else an empty string. */
  take(html: string): string {
    const bytes = utf8Length(html);
    if (bytes > this.left) this.spent = true;
    if (this.spent) return '';
    this.left -= bytes;
    return html;
  }

  /** Counts the bytes of tags that are written even beyond the budget. */
  charge(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) this.spent = true;
  }
}

/** Counts UTF-8 bytes without encoding the text. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    // The two halves of a surrogate pair make four bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
