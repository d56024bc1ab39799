import { createStore } from 'zustand/vanilla';

/** Whether the command palette is open. */
export const palette = createStore(() => ({ open: false }));

export const openPalette = (): void => palette.setState({ open: true });
export const closePalette = (): void => palette.setState({ open: false });
