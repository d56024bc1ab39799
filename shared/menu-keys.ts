/** Items of the window's menu that have a key; the list of shortcuts shows the same keys. */
export type MenuKey =
  | 'palette'
  | 'search'
  | 'home'
  | 'back'
  | 'forward'
  | 'sync'
  | 'settings'
  | 'newWindow'
  | 'openHereToo'
  | 'closeWindow'
  | 'fullScreen';

/** Returns the keys as shortcuts are written (`Mod+K`); `Mod` is Cmd on a Mac, otherwise Ctrl. */
export const menuKeys = (isMac: boolean): Readonly<Record<MenuKey, string>> => ({
  palette: 'Mod+K',
  search: 'Mod+F',
  home: isMac ? 'Mod+Shift+H' : 'Alt+Home',
  back: isMac ? 'Mod+[' : 'Alt+ArrowLeft',
  forward: isMac ? 'Mod+]' : 'Alt+ArrowRight',
  sync: 'Mod+R',
  settings: 'Mod+,',
  newWindow: 'Mod+N',
  openHereToo: 'Mod+Shift+N',
  closeWindow: 'Mod+W',
  fullScreen: isMac ? 'Mod+Shift+F' : 'F11',
});

/** Returns keys as Electron's menu writes them: `CmdOrCtrl+K`, `Alt+Left`. */
export const acceleratorOf = (keys: string): string => keys.replace('Mod', 'CmdOrCtrl').replace('Arrow', '');
