import { forgetDevice } from './forgetDevice.ts';
import { listDevices } from './listDevices.ts';
import { nameDevice } from './nameDevice.ts';
import { putDevice } from './putDevice.ts';

export const deviceEndpoints = [listDevices, putDevice, nameDevice, forgetDevice];
