import { createStore } from 'zustand/vanilla';

/** Whose window this is. An edit that arrives when another person has signed in is refused as not theirs. */
export const person = createStore<{ userid: number | undefined }>(() => ({ userid: undefined }));

export const actAs = (userid: number | undefined): void => person.setState({ userid });
