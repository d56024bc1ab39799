import { configureKiosk } from './configureKiosk.ts';
import { continueKioskWork } from './continueKioskWork.ts';
import { coverKiosk } from './coverKiosk.ts';
import { enterKiosk } from './enterKiosk.ts';
import { forgetKioskPerson } from './forgetKioskPerson.ts';
import { getKiosk } from './getKiosk.ts';
import { leaveKiosk } from './leaveKiosk.ts';
import { listKioskRuns } from './listKioskRuns.ts';
import { readBadge } from './readBadge.ts';
import { setKioskMeans } from './setKioskMeans.ts';
import { unlockKiosk } from './unlockKiosk.ts';

export const kioskEndpoints = [
  getKiosk,
  configureKiosk,
  unlockKiosk,
  readBadge,
  leaveKiosk,
  enterKiosk,
  coverKiosk,
  continueKioskWork,
  setKioskMeans,
  forgetKioskPerson,
  listKioskRuns,
];
