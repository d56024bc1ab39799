import { join } from 'node:path';

/** The folder of the project: the build of the measurements lies as deep below it as this file. */
export const root: string = join(import.meta.dirname, '..', '..');

/** Holds the measurements and what they measure, built as it ships. */
export const builtBench: string = join(root, 'test-output', 'bench');

/** The dictionary with which stored guides are compressed, for the measured program that reads them without our code. */
export const dictionaryFile: string = join(builtBench, 'dictionary');
