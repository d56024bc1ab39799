import { getBundle } from './getBundle.ts';
import { getBundleImport } from './getBundleImport.ts';
import { getCarriedEdits } from './getCarriedEdits.ts';
import { getUnsentEdits } from './getUnsentEdits.ts';
import { makeBundle } from './makeBundle.ts';
import { startBundleImport } from './startBundleImport.ts';
import { stopBundle } from './stopBundle.ts';
import { stopBundleImport } from './stopBundleImport.ts';
import { takeCarriedEdits } from './takeCarriedEdits.ts';
import { takeEdits } from './takeEdits.ts';

export const carryEndpoints = [
  getBundleImport,
  startBundleImport,
  stopBundleImport,
  getUnsentEdits,
  takeEdits,
  getBundle,
  makeBundle,
  stopBundle,
  getCarriedEdits,
  takeCarriedEdits,
];
