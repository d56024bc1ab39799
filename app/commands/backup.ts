import { backUpHub } from '../recovery/hub-backup.ts';
import { print, printJson } from './run.ts';

/** `benchside backup FILE`: writes a hub into one file and verifies that file. */
export function backup(file: string, { data, json }: { data: string; json?: boolean }): void {
  const { files, bytes } = backUpHub(data, file);
  if (json) return printJson({ file, files, bytes });
  print(`The hub in ${data} is in ${file}, with ${files} files. It was read through.`);
}
