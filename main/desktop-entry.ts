export interface DesktopEntry {
  /** The program and its arguments. */
  command: readonly string[];
  /** Registers it as a handler of `benchside:` links. */
  opensLinks?: boolean;
  /** True for an entry in the autostart folder. */
  starts?: boolean;
}

/** Returns a `.desktop` file for Linux (Desktop Entry Specification). */
export function desktopEntry({ command, opensLinks = false, starts = false }: DesktopEntry): string {
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Benchside',
    `Exec=${command.map(quoted).join(' ')}${opensLinks ? ' %u' : ''}`,
    'Icon=benchside',
    'Terminal=false',
    ...(opensLinks ? ['NoDisplay=true', 'MimeType=x-scheme-handler/benchside;'] : []),
    ...(starts ? ['X-GNOME-Autostart-enabled=true'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Quotes an argument of an `Exec` line. Two rules apply: the quoting of arguments, and of the string around them, which
 * doubles each backslash.
 */
function quoted(text: string): string {
  const argument = text.replaceAll('%', '%%').replaceAll(/["`$\\]/g, (mark) => `\\${mark}`);
  return `"${argument.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}"`;
}
