import { createReadStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import type { CarriedEdits } from '../../shared/model/carry.ts';
import { editTaker } from '../api/benchside/carry/edit-taker.ts';
import { giveEdits } from '../http/command-connection.ts';
import { exit } from './exit.ts';
import { withHub } from './open-hub.ts';
import { print, printJson, requireData, requireFiles } from './run.ts';

const reasons = {
  unsigned: 'not signed in at the desk any more',
  conflict: 'in conflict with other changes',
  refused: 'refused',
  blocked: 'waiting for other edits',
} as const;

/** `benchside bundle take-edits FILE`: takes edits of a desk at a hub, which may be running. */
export async function takeEditsOfFile(
  file: string,
  { data, json }: { data: string; json?: boolean },
): Promise<void> {
  requireFiles([file]);
  requireData(data);
  const { result, message } = await taken(file, data);
  if (!result)
    throw new AppError(
      'invalid',
      message?.replaceAll(basename(file), file) ?? 'The edits could not be taken; the log says why.',
    );
  const { arrived, known, waiting } = result;
  if (waiting.length > 0) process.exitCode = exit.needsPerson;
  if (json) return printJson({ file, ...result });
  print(`${arrived} edits are new here, ${known} were here already.`);
  for (const { author, edits: count, reason, message: said } of waiting)
    print(`${count} edits by ${author} stay at the desk: ${said ?? reasons[reason]}.`);
}

/** Takes the file at a hub that is opened for this, or gives it to the one that is running. */
async function taken(file: string, dataDir: string): Promise<CarriedEdits> {
  const name = basename(file);
  try {
    return await withHub({ dataDir }, async ({ ctx }) => {
      const taker = editTaker(ctx);
      await taker.begin(name, createReadStream(file));
      await taker.settled();
      return taker.state();
    });
  } catch (error) {
    const isInUse = error instanceof AppError && error.code === 'unavailable';
    const given = isInUse && (await giveEdits(dataDir, name, await openAsBlob(file)));
    if (!given) throw error;
    return given;
  }
}
