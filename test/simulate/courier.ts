import { join } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { carryOut } from '../../app/courier/carry-out.ts';
import type { Carried, CourierOrder } from '../../app/courier/carry-out.ts';
import { Desk } from './desk.ts';
import type { World } from './world.ts';

/** The desk that a hub opens to take the edits of a file, in this process. @param crash see `Step` */
export async function simulatedCourier(
  world: World,
  { folder, file, known, people }: CourierOrder,
  crash: number | undefined,
): Promise<Carried> {
  const desk = new Desk(world, 'courier', join(folder, 'desk'), []);
  const { life } = desk;
  for (const { origins } of world.desks) for (const origin of origins) desk.origins.add(origin);
  try {
    return await carryOut(
      {
        core: desk.core,
        signIn: (person) => desk.rememberToken(person),
        round: async () => {
          desk.edits = desk.acceptedHere();
          await desk.round({ seed: 1, faults: 0, crash });
          const { problem } = desk.core.sync.status();
          if (desk.life !== life) throw new AppError('unavailable', 'the courier died');
          if (problem) throw new AppError('unavailable', problem.message);
        },
      },
      { file, known, people },
    );
  } finally {
    await desk.close();
  }
}
