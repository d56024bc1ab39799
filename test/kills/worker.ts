import { fileVault } from '../../app/identity/vault.ts';
import { testCore } from '../helpers/core.ts';
import { work } from './day.ts';
import type { Bench } from './day.ts';

/** A process that works at a desk: `worker.ts FOLDER '{"ann":…,"ben":…,"guideid":…,"site":…}'`. */
const [dataDir = '', given = ''] = process.argv.slice(2);
const { site, ...people } = JSON.parse(given) as Omit<Bench, 'desk'> & { site: string };
const desk = testCore({ profile: 'desk', dataDir, site, checkAnswers: false }, { vault: fileVault(dataDir) });
await work({ desk, ...people }, (acts) => process.stdout.write(`${acts}\n`));
await desk.close();
