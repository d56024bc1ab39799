import { limits } from '../limits.ts';

/**
 * Counts the UTF-8 bytes of HTML while it is made. What does not fit is left out, and so is everything after it; the
 * end tags of elements that are open are written still, so that the HTML stays well formed.
 */
export class HtmlBudget {
  private left: number;
  private spent = false;

  constructor(bytes = limits.text.html.max) {
    this.left = bytes;
  }

  /** Whether something was left out. */
  get isSpent(): boolean {
    return this.spent;
  }

  /** Returns the HTML if it still fits, else nothing. */
  take(html: string): string {
    const bytes = utf8Length(html);
    if (bytes > this.left) this.spent = true;
    if (this.spent) return '';
    this.left -= bytes;
    return html;
  }

  /** Counts tags that are written in any case. */
  charge(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) this.spent = true;
  }
}

/** Without making the bytes. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    // The two halves of a surrogate pair make four bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
