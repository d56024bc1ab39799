import { createStore } from 'zustand/vanilla';

/** The window's person. The API refuses an edit under this userid once another person has signed in. */
export const person = createStore<{ userid: number | undefined }>(() => ({ userid: undefined }));

export const actAs = (userid: number | undefined): void => person.setState({ userid });
