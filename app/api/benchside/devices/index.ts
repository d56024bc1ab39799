import type { Endpoint } from '../../endpoint.ts';
import { forgetDevice } from './forgetDevice.ts';
import { listDevices } from './listDevices.ts';
import { putDevice } from './putDevice.ts';

export const devices: readonly Endpoint[] = [listDevices, putDevice, forgetDevice];
