import { guide as dischargeCapacitor } from './guides/01-discharge-capacitor.ts';
import { guide as applianceSafetyTest } from './guides/02-appliance-safety-test.ts';
import { guide as solderWire } from './guides/03-solder-wire.ts';
import { guide as drillDisassembly } from './guides/04-drill-disassembly.ts';
import { guide as drillSwitch } from './guides/05-drill-switch.ts';
import { guide as batteryPackTeardown } from './guides/06-battery-pack-teardown.ts';
import { guide as grinderBrushes } from './guides/07-grinder-brushes.ts';
import { guide as espressoOpening } from './guides/08-espresso-opening.ts';
import { guide as espressoPump } from './guides/09-espresso-pump.ts';
import { guide as espressoGasket } from './guides/10-espresso-gasket.ts';
import { guide as coffeeGrinderBurrs } from './guides/11-coffee-grinder-burrs.ts';
import { guide as brakePads } from './guides/12-brake-pads.ts';
import { guide as brakeBleed } from './guides/13-brake-bleed.ts';
import { guide as chain } from './guides/14-chain.ts';
import { guide as laptopCover } from './guides/15-laptop-cover.ts';
import { guide as laptopBattery } from './guides/16-laptop-battery.ts';
import { guide as laptopCooling } from './guides/17-laptop-cooling.ts';
import { guide as laptopSsd } from './guides/18-laptop-ssd.ts';
import { guide as washerPump } from './guides/19-washer-pump.ts';
import { guide as washerBoot } from './guides/20-washer-boot.ts';
import { guide as sumpPump } from './guides/21-sump-pump.ts';
import { guide as gardenPumpCapacitor } from './guides/22-garden-pump-capacitor.ts';
import { guide as headphoneCable } from './guides/23-headphone-cable.ts';
import { guide as floodlightDriver } from './guides/24-floodlight-driver.ts';
import { guide as scooterTube } from './guides/25-scooter-tube.ts';
import type { GuideSource } from './define.ts';

export const guides: readonly GuideSource[] = [
  dischargeCapacitor,
  applianceSafetyTest,
  solderWire,
  drillDisassembly,
  drillSwitch,
  batteryPackTeardown,
  grinderBrushes,
  espressoOpening,
  espressoPump,
  espressoGasket,
  coffeeGrinderBurrs,
  brakePads,
  brakeBleed,
  chain,
  laptopCover,
  laptopBattery,
  laptopCooling,
  laptopSsd,
  washerPump,
  washerBoot,
  sumpPump,
  gardenPumpCapacitor,
  headphoneCable,
  floodlightDriver,
  scooterTube,
];
