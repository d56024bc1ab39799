import { spawn } from 'node:child_process';

/** Returns whether a window can be shown here. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/** Opens an address in the browser. Errors are ignored, because the address is also printed. */
export function openInBrowser(address: string): void {
  const [command, ...parameters] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['explorer.exe', address]
        : ['xdg-open', address];
  if (command === undefined) return;
  const child = spawn(command, parameters, { stdio: 'ignore', detached: true });
  child.on('error', () => console.log('(No browser could be opened here: open the address in one.)'));
  child.unref();
}
