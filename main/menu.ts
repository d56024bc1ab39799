import type { MenuItemConstructorOptions } from 'electron';

import type { IpcEvents } from '../shared/ipc.ts';

export interface MenuParts {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  choose(command: IpcEvents['menu']): void;
  showDataFolder(): void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

export function menuTemplate({
  platform,
  isPackaged,
  choose,
  showDataFolder,
}: MenuParts): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const command = (
    label: string,
    name: IpcEvents['menu'],
    accelerator?: string,
  ): MenuItemConstructorOptions => ({
    label,
    ...(accelerator ? { accelerator } : {}),
    click: () => choose(name),
  });
  const settings = command('Settings', 'settings', 'CmdOrCtrl+,');
  const about: MenuItemConstructorOptions = { role: 'about', label: 'About Benchside' };
  const folder: MenuItemConstructorOptions = { label: 'Show Data Folder', click: showDataFolder };

  return [
    ...(isMac
      ? [
          {
            role: 'appMenu' as const,
            submenu: [
              about,
              separator,
              settings,
              separator,
              { role: 'hide' as const },
              { role: 'quit' as const },
            ],
          },
        ]
      : []),
    {
      label: '&File',
      submenu: [
        command('Sync Now', 'sync', 'CmdOrCtrl+R'),
        separator,
        ...(isMac
          ? [folder, { role: 'close' as const }]
          : [settings, folder, separator, { role: 'quit' as const }]),
      ],
    },
    { role: 'editMenu', label: '&Edit' },
    {
      label: '&Go',
      submenu: [
        command('Home', 'home', isMac ? 'Cmd+Shift+H' : 'Alt+Home'),
        command('Search', 'search', 'CmdOrCtrl+K'),
        separator,
        command('Back', 'back', isMac ? 'Cmd+[' : 'Alt+Left'),
        command('Forward', 'forward', isMac ? 'Cmd+]' : 'Alt+Right'),
      ],
    },
    {
      label: '&View',
      submenu: [
        { role: 'zoomIn', label: 'Zoom In' },
        { role: 'zoomOut', label: 'Zoom Out' },
        { role: 'resetZoom', label: 'Actual Size' },
        separator,
        { role: 'togglefullscreen', label: 'Full Screen' },
        ...(isPackaged ? [] : [separator, { role: 'toggleDevTools' as const }]),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : [{ label: '&Help', submenu: [about] }]),
  ];
}
