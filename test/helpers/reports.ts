import { expect } from 'vitest';

import type { DeviceReport } from '../../shared/model/device.ts';

/** The report of a desk at which nobody has signed in. */
export const reportOfNobody: DeviceReport = {
  name: 'bench',
  version: '1.0.0',
  system: 'Linux x64',
  people: [],
  round: { outcome: 'clean', message: null },
  ready: null,
  kiosk: null,
};

/** The answer to the withdrawal of a report, whatever the versions of the guide are. */
export const withdrawn = (answer: { remains: boolean }): object => ({
  ...answer,
  revisionid: expect.any(Number),
  parent: expect.any(Number),
});
