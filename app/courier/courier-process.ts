import { readFileSync } from 'node:fs';

import { runWork } from '../own-process.ts';
import { sendCourier } from './carry-out.ts';
import type { CourierOrder } from './carry-out.ts';

/** A process that carries the edits of a file to the hub that started it. */
await runWork(([order = '']) => sendCourier(JSON.parse(readFileSync(order, 'utf8')) as CourierOrder));
