import { createReadStream } from 'node:fs';

import { AppError } from '../../shared/errors.ts';
import { exit } from './exit.ts';
import { withHub } from './open-hub.ts';
import { print, printJson, requireData, requireFiles } from './run.ts';

const reasons = {
  unsigned: 'not signed in at the desk any more',
  conflict: 'in conflict with other changes',
  refused: 'refused',
  blocked: 'waiting for other edits',
} as const;

/** `benchside bundle take-edits FILE`: takes edits of a desk at a hub that is not running. */
export async function takeEditsOfFile(
  file: string,
  { data, json }: { data: string; json?: boolean },
): Promise<void> {
  requireFiles([file]);
  requireData(data);
  await withHub({ dataDir: data }, async ({ ctx: { edits } }) => {
    await edits?.begin(file, createReadStream(file));
    await edits?.settled();
    const { result, message } = edits?.state() ?? {};
    if (!result) throw new AppError('invalid', message ?? 'The edits could not be taken; the log says why.');
    const { arrived, known, waiting } = result;
    if (waiting.length > 0) process.exitCode = exit.needsPerson;
    if (json) return printJson({ file, ...result });
    print(`${arrived} edits are new here, ${known} were here already.`);
    for (const { author, edits: count, reason, message: said } of waiting)
      print(`${count} edits by ${author} stay at the desk: ${said ?? reasons[reason]}.`);
  });
}
