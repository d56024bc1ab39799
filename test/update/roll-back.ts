/** A process that restores the data from before an update; a test ends it at any moment. */
import { createLog } from '../../app/log.ts';
import { rollBack } from '../../app/update/rollback.ts';

const [dataDir = ''] = process.argv.slice(2);
const result = await rollBack(dataDir, createLog('test', 'fatal'));
process.stdout.write(JSON.stringify(result ?? null));
