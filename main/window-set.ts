import { screen } from 'electron';
import type { BrowserWindow, WebContents } from 'electron';

import type { Logger } from '../app/log.ts';
import { addressOf, windowPlace } from './address.ts';
import { freshWindow, readWindowStates, writeWindowStates } from './window-state.ts';
import type { WindowState } from './window-state.ts';
import { createWindow } from './windows.ts';

export interface WindowSetOptions {
  preload: string;
  stateFile: string;
  log: Logger;
  /** Called for every new window. */
  onMade(window: BrowserWindow): void;
}

/** Limit against mistakes of a script or a stuck key. */
const mostWindows = 12;
/** Offset of a new window from the one it came from. */
const stepPx = 32;
/** Shorter than the typing that a killed program may lose. */
const saveAfterMs = 200;

/** The windows of this desk. Their number, positions and places are restored at the next start. */
export class WindowSet {
  readonly #options: WindowSetOptions;
  /** In the order of use, the last used at the end. */
  #windows: BrowserWindow[] = [];
  /** The place that each window was sent to. */
  readonly #wanted = new WeakMap<BrowserWindow, string>();
  #timer: NodeJS.Timeout | undefined;
  #isEnding = false;

  constructor(options: WindowSetOptions) {
    this.#options = options;
  }

  get all(): readonly BrowserWindow[] {
    return this.#windows;
  }

  /** The focused window, or the last one that was. */
  get current(): BrowserWindow | undefined {
    return this.#windows.at(-1);
  }

  of(contents: WebContents): BrowserWindow | undefined {
    return this.#windows.find((window) => window.webContents === contents);
  }

  /** Opens the windows of the last session, at least one. */
  restore(): void {
    const { stateFile, log } = this.#options;
    const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
    const states = readWindowStates(stateFile, displays, log).slice(-mostWindows);
    for (const state of states.length > 0 ? states : [freshWindow]) this.#make(state);
  }

  /** Opens a new window. If there are too many, the current one goes to the place. */
  open(place = '/'): void {
    const { current } = this;
    if (current && this.#windows.length >= mostWindows) {
      this.#options.log.warn('no window was opened: the most windows are open already');
      this.go(current, place);
      return;
    }
    this.#make({ ...(current ? this.#besides(current) : freshWindow), place });
  }

  /** Shows the current window, at a place if given; opens one if there is none. */
  show(place?: string): void {
    const { current } = this;
    if (!current) {
      if (place === undefined) this.restore();
      else this.open(place);
      return;
    }
    if (current.isMinimized()) current.restore();
    if (!current.isVisible()) current.show();
    current.focus();
    if (place !== undefined) this.go(current, place);
  }

  go(window: BrowserWindow, place: string): void {
    this.#wanted.set(window, place);
    void window.loadURL(addressOf(place));
  }

  /** Saves the windows; those that close from now on are restored at the next start. */
  end(): void {
    if (!this.#isEnding) this.save();
    this.#isEnding = true;
  }

  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isEnding) return;
    const { stateFile, log } = this.#options;
    writeWindowStates(
      stateFile,
      this.#windows.map((window) => this.#stateOf(window)),
      log,
    );
  }

  #make(state: WindowState): void {
    this.#isEnding = false;
    const window = createWindow(this.#options.preload, state);
    this.#windows.push(window);
    const soon = (): void => {
      this.#timer ??= setTimeout(() => this.save(), saveAfterMs);
    };
    window.on('resize', soon);
    window.on('move', soon);
    window.webContents.on('did-navigate', soon);
    window.webContents.on('did-navigate-in-page', soon);
    window.on('focus', () => {
      this.#windows = [...this.#windows.filter((one) => one !== window), window];
    });
    window.on('close', (event) => {
      if (event.defaultPrevented) return;
      // The next start restores the last window.
      if (this.#windows.length === 1) this.end();
    });
    window.on('closed', () => {
      this.#windows = this.#windows.filter((one) => one !== window);
      if (this.#windows.length > 0) this.save();
    });
    // Chromium restores the zoom by itself, but saves it only on a proper exit.
    window.webContents.once('dom-ready', () => window.webContents.setZoomFactor(state.zoom));
    this.#options.onMade(window);
    this.go(window, state.place);
    soon();
  }

  #stateOf(window: BrowserWindow): WindowState {
    const { webContents } = window;
    const address = webContents.getURL();
    return {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      // A window without an address is still loading.
      place: address === '' ? (this.#wanted.get(window) ?? '/') : windowPlace(address),
      zoom: webContents.getZoomFactor(),
    };
  }

  #besides(window: BrowserWindow): WindowState {
    const { bounds, ...state } = this.#stateOf(window);
    const { x = 0, y = 0, width, height } = bounds;
    return { ...state, bounds: { x: x + stepPx, y: y + stepPx, width, height }, maximized: false };
  }
}
