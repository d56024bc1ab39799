import { spawn } from 'node:child_process';

/** Whether somebody could see a window here. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

/** The address is printed anyway, so it does not matter when there is no browser. */
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
