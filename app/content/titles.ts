/** Returns the title of a guide that was created without one (CONTRACT 4.3). */
export function defaultTitle(type: string, category: string, subject: string): string {
  const what = [category, subject].filter(Boolean).join(' ');
  switch (type) {
    case 'installation':
      return `Installing ${what}`;
    case 'repair':
      return `Repairing ${what}`;
    case 'replacement':
      return `${what} Replacement`;
    case 'disassembly':
      return `Disassembling ${what}`;
    case 'teardown':
      return `${category} Teardown`;
    case 'maintenance':
      return `${what} Maintenance`;
    default:
      return what;
  }
}

/** Encodes a title for addresses: `Title+With+Plus`. Other sites may send half of a surrogate pair, which cannot be encoded. */
export const titleInUrl = (title: string): string =>
  encodeURIComponent(title.toWellFormed()).replaceAll('%20', '+');
