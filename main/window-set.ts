import { screen } from 'electron';
import type { BrowserWindow, WebContents } from 'electron';

import type { Logger } from '../app/log.ts';
import { addressOf, placeOf } from './address.ts';
import { freshWindow, readWindowStates, writeWindowStates } from './window-state.ts';
import type { WindowState } from './window-state.ts';
import { createWindow } from './windows.ts';

export interface WindowSetOptions {
  preload: string;
  stateFile: string;
  log: Logger;
  /** For every window that is made. */
  onMade(window: BrowserWindow): void;
}

/** More are a mistake: of a script, or of a hand on a key. */
const mostWindows = 12;
/** A new window lies beside the one it came from, not on it. */
const stepPx = 32;
/** Sooner than what a killed program may lose of what is typed. */
const saveAfterMs = 200;

/** The windows of this desk. Which there are, where they lie and what they show outlives the program. */
export class WindowSet {
  readonly #options: WindowSetOptions;
  /** In the order of their use, the last used at the end. */
  #windows: BrowserWindow[] = [];
  /** Where each was sent. */
  readonly #wanted = new WeakMap<BrowserWindow, string>();
  #timer: NodeJS.Timeout | undefined;
  #isEnding = false;

  constructor(options: WindowSetOptions) {
    this.#options = options;
  }

  get all(): readonly BrowserWindow[] {
    return this.#windows;
  }

  /** The one that is used, or was used last. */
  get current(): BrowserWindow | undefined {
    return this.#windows.at(-1);
  }

  of(contents: WebContents): BrowserWindow | undefined {
    return this.#windows.find((window) => window.webContents === contents);
  }

  /** The windows of last time; one where there were none. */
  restore(): void {
    const { stateFile, log } = this.#options;
    const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
    const states = readWindowStates(stateFile, displays, log).slice(-mostWindows);
    for (const state of states.length > 0 ? states : [freshWindow]) this.#make(state);
  }

  /** A new one. Where there are too many, the current one goes there. */
  open(place = '/'): void {
    const { current } = this;
    if (current && this.#windows.length >= mostWindows) {
      this.#options.log.warn('there are too many windows for another one');
      this.go(current, place);
      return;
    }
    this.#make({ ...(current ? this.#besides(current) : freshWindow), place });
  }

  /** Brings the current window to the front, at a place where one is given; makes one where there is none. */
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

  /** From now on windows that close are those to come back. */
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
      // The last one is what the next start brings back.
      if (this.#windows.length === 1) this.end();
    });
    window.on('closed', () => {
      this.#windows = this.#windows.filter((one) => one !== window);
      if (this.#windows.length > 0) this.save();
    });
    // Chromium keeps it by itself, but writes it down only when it ends well.
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
      // One that has loaded nothing yet is on its way.
      place: address === '' ? (this.#wanted.get(window) ?? '/') : placeOf(address),
      zoom: webContents.getZoomFactor(),
    };
  }

  #besides(window: BrowserWindow): WindowState {
    const { bounds, ...state } = this.#stateOf(window);
    const { x = 0, y = 0, width, height } = bounds;
    return { ...state, bounds: { x: x + stepPx, y: y + stepPx, width, height }, maximized: false };
  }
}
