import { join } from 'node:path';

/** The folder of the project: the build of the measurements lies as deep below it as this file. */
export const root: string = join(import.meta.dirname, '..', '..');

/** Holds the measurements and what they measure, built as it ships. */
export const builtBench: string = join(root, 'test-output', 'bench');

/** What stored documents are unpacked with, for the program that has nothing of ours. */
export const dictionaryFile: string = join(builtBench, 'dictionary');
