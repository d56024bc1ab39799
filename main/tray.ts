import { Menu, Tray, nativeImage } from 'electron';
import type { MenuItemConstructorOptions } from 'electron';

import { mainTexts } from './texts.ts';

export interface TrayParts {
  status: string;
  open(): void;
  sync(): void;
  quit(): void;
}

export function trayTemplate({ status, open, sync, quit }: TrayParts): MenuItemConstructorOptions[] {
  const words = mainTexts.tray;
  return [
    { label: status, enabled: false },
    { type: 'separator' },
    { label: words.open, click: open },
    { label: words.sync, click: sync },
    { type: 'separator' },
    { label: words.quit, click: quit },
  ];
}

export interface TrayIcon {
  draw(parts: TrayParts): void;
  remove(): void;
}

/** @param icon picture file; the system picks its size */
export function createTray(icon: string, open: () => void): TrayIcon {
  const tray = new Tray(nativeImage.createFromPath(icon));
  tray.on('click', open);
  let drawn = '';
  return {
    draw: (parts) => {
      const template = trayTemplate(parts);
      const words = template.map(({ label }) => label ?? '').join('\n');
      // Some desktops close an open menu when it is set again.
      if (words === drawn) return;
      drawn = words;
      tray.setToolTip(`${mainTexts.product} – ${parts.status}`);
      tray.setContextMenu(Menu.buildFromTemplate(template));
    },
    remove: () => tray.destroy(),
  };
}
