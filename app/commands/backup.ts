import { backUpHub } from '../backup/hub-backup.ts';
import { print, printJson, requireData } from './run.ts';

/** `benchside backup FILE`: writes a hub into one file and verifies that file. */
export function backup(file: string, { data, json }: { data: string; json?: boolean }): void {
  requireData(data);
  const { files, bytes, picturesIn } = backUpHub(data, file);
  if (json) return printJson({ file, files, bytes, picturesIn });
  print(`The hub in ${data} is in ${file}, with ${files} files. It was read through.`);
  if (picturesIn !== null)
    print(`Its pictures are in ${picturesIn} and not in this file: keep older versions of that bucket.`);
}
