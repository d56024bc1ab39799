export interface DesktopEntry {
  /** The program and what it is started with. */
  command: readonly string[];
  /** Whether it is offered as what opens `benchside:` links. */
  opensLinks?: boolean;
  /** Whether it is meant for the folder of what starts with the session. */
  starts?: boolean;
}

/** A file of the desktops of Linux, by the Desktop Entry Specification. */
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
 * An argument of an `Exec` line. Two rules lie on each other: of the quoted argument, and of the string that holds it, in
 * which each backslash is written twice.
 */
function quoted(text: string): string {
  const argument = text.replaceAll('%', '%%').replaceAll(/["`$\\]/g, (mark) => `\\${mark}`);
  return `"${argument.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}"`;
}
