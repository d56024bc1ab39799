/** A process that opens a data folder and migrates it to the newest version; a test ends it in the middle. */
import { Replica } from '../../app/replica/replica.ts';

const [dataDir = ''] = process.argv.slice(2);
new Replica({ dataDir }).close();
