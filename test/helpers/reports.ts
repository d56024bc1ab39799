import { expect } from 'vitest';

/** The answer to the withdrawal of a report, whatever the versions of the guide are. */
export const withdrawn = (answer: { remains: boolean }): object => ({
  ...answer,
  revisionid: expect.any(Number),
  parent: expect.any(Number),
});
