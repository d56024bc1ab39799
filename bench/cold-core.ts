import { configSchema } from '../app/config.ts';
import { createCore } from '../app/core.ts';

/** The core without a server, to its first guide. */
const [dataDir = '', guideid = ''] = process.argv.slice(2);
const core = createCore(configSchema.parse({ profile: 'hub', dataDir, logLevel: 'error' }));
const response = await core.fetch(new Request(`http://hub/api/2.0/guides/${guideid}`));
process.stdout.write(String((await response.text()).length));
// Otherwise the next start would check every page, as after a kill.
await core.close();
process.exit();
