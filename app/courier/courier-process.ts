import { readFileSync } from 'node:fs';

import { doWork } from '../own-process.ts';
import { carryOut } from './carry-out.ts';
import type { CourierOrder } from './carry-out.ts';

/** A process that carries the edits of a file to the hub that started it. */
await doWork(([order = '']) => carryOut(JSON.parse(readFileSync(order, 'utf8')) as CourierOrder));
