import type { MenuItemConstructorOptions } from 'electron';

import type { IpcEvents } from '../shared/ipc.ts';
import { licences } from '../shared/manual.ts';
import { acceleratorOf, menuKeys } from '../shared/menu-keys.ts';
import type { MenuKey } from '../shared/menu-keys.ts';
import { mainTexts } from './texts.ts';

export interface MenuParts {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  choose(command: IpcEvents['menu']): void;
  showDataFolder(): void;
  /** Opens a page of the manual, or its first one. */
  showManual(page?: string): void;
  /** Opens a window at the home screen, or at the current window's place. */
  openWindow(where: 'start' | 'here'): void;
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

export function menuTemplate(parts: MenuParts): MenuItemConstructorOptions[] {
  const { platform, isPackaged, choose, showDataFolder, showManual, openWindow } = parts;
  const words = mainTexts.menu;
  const isMac = platform === 'darwin';
  const accelerators = (key: MenuKey): string => acceleratorOf(menuKeys(isMac)[key]);
  const command = (label: string, name: IpcEvents['menu'], key?: MenuKey): MenuItemConstructorOptions => ({
    label,
    ...(key ? { accelerator: accelerators(key) } : {}),
    click: () => choose(name),
  });
  const settings = command(words.settings, 'settings', 'settings');
  const about: MenuItemConstructorOptions = { role: 'about', label: words.about };
  const folder: MenuItemConstructorOptions = { label: words.folder, click: showDataFolder };
  const quit: MenuItemConstructorOptions = { role: 'quit', label: words.quit };
  const windows: MenuItemConstructorOptions[] = [
    { label: words.newWindow, accelerator: accelerators('newWindow'), click: () => openWindow('start') },
    { label: words.openHereToo, accelerator: accelerators('openHereToo'), click: () => openWindow('here') },
  ];
  const close: MenuItemConstructorOptions = {
    role: 'close',
    label: words.closeWindow,
    accelerator: accelerators('closeWindow'),
  };

  return [
    ...(isMac
      ? [
          {
            label: mainTexts.product,
            submenu: [
              about,
              separator,
              settings,
              separator,
              { role: 'hide' as const, label: words.hide },
              quit,
            ],
          },
        ]
      : []),
    {
      label: words.file,
      submenu: [
        ...windows,
        separator,
        command(words.sync, 'sync', 'sync'),
        separator,
        ...(isMac ? [folder, close] : [settings, folder, separator, close, quit]),
      ],
    },
    {
      label: words.edit,
      submenu: [
        { role: 'undo', label: words.undo },
        { role: 'redo', label: words.redo },
        separator,
        { role: 'cut', label: words.cut },
        { role: 'copy', label: words.copy },
        { role: 'paste', label: words.paste },
        { role: 'selectAll', label: words.selectAll },
      ],
    },
    {
      label: words.go,
      submenu: [
        command(words.home, 'home', 'home'),
        command(words.search, 'search', 'search'),
        command(words.palette, 'palette', 'palette'),
        separator,
        command(words.back, 'back', 'back'),
        command(words.forward, 'forward', 'forward'),
      ],
    },
    {
      label: words.view,
      submenu: [
        { role: 'zoomIn', label: words.zoomIn },
        { role: 'zoomOut', label: words.zoomOut },
        { role: 'resetZoom', label: words.actualSize },
        separator,
        { role: 'togglefullscreen', label: words.fullScreen, accelerator: accelerators('fullScreen') },
        ...(isPackaged ? [] : [separator, { role: 'toggleDevTools' as const, label: words.developer }]),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const, label: words.window }] : []),
    {
      role: 'help',
      label: words.help,
      submenu: [
        { label: words.manual, click: () => showManual() },
        command(words.keys, 'keys'),
        separator,
        command(words.diagnostics, 'diagnostics'),
        { label: words.licences, click: () => showManual(licences) },
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
}

export interface PointedAt {
  /** The place of the link under the pointer. */
  link: string | undefined;
  selected: boolean;
  editable: boolean;
}

/** Returns the context menu for a right click or long touch; empty if nothing applies. */
export function contextTemplate(
  { link, selected, editable }: PointedAt,
  open: (place: string) => void,
): MenuItemConstructorOptions[] {
  const words = mainTexts.menu;
  const copy: MenuItemConstructorOptions = { role: 'copy', label: words.copy, enabled: selected };
  if (editable)
    return [
      { role: 'undo', label: words.undo },
      { role: 'redo', label: words.redo },
      separator,
      { role: 'cut', label: words.cut, enabled: selected },
      copy,
      { role: 'paste', label: words.paste },
      { role: 'selectAll', label: words.selectAll },
    ];
  return [
    ...(link === undefined ? [] : [{ label: words.openLink, click: () => open(link) }]),
    ...(selected ? [copy] : []),
  ];
}
