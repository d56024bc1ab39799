import { createStore } from 'zustand/vanilla';

/** State of the command palette. */
export const palette = createStore(() => ({ open: false }));

export const openPalette = (): void => palette.setState({ open: true });
export const closePalette = (): void => palette.setState({ open: false });
