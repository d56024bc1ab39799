import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { z } from 'zod';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { carriedEdits } from '../../shared/model/carry.ts';
import type { CarriedEdits } from '../../shared/model/carry.ts';
import { editTaker } from '../api/benchside/carry/edit-taker.ts';
import { uploadBody } from '../api/media/upload-body.ts';
import type { Context } from '../context.ts';
import { fromDisk, isAbsent } from '../disk-error.ts';
import { newToken } from '../identity/token.ts';
import { listen } from './node.ts';

/** Where commands of this computer reach the running hub. Who may read the file may also stop the hub and open its data. */
const fileName = 'benchside.local';

const connection = z.object({ origin: z.url(), key: z.string() });

/** Milliseconds for which the hub waits for an end before it answers how far it is. */
const patienceMs = 10_000;

/**
 * Lets commands on this computer work with a running hub: it listens on a port of its own, and the data folder has the address and a key.
 *
 * @returns a function that ends this
 */
export async function acceptCommands(ctx: Context): Promise<() => Promise<void>> {
  const path = join(ctx.store.dataDir, fileName);
  const key = newToken();
  const server = await listen(
    async (request) => {
      if (!isKey(request.headers.get('Authorization'), key)) return new Response(null, { status: 401 });
      try {
        return Response.json(await takeEdits(ctx, request));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return Response.json({ message: error.message }, { status: 503 });
      }
    },
    { host: '127.0.0.1', port: 0, loopbackOnly: true },
  );
  try {
    writeFileSync(path, JSON.stringify({ origin: server.origin, key }), { mode: 0o600 });
  } catch (error) {
    // A hub on a full disk can still be read; commands then ask to stop it.
    if (!fromDisk(error)) throw error;
  }
  return async () => {
    rmSync(path, { force: true });
    await server.close();
  };
}

/** Begins to take the file in a request, if there is one, and says how far the hub is with the last one. */
async function takeEdits(ctx: Context, request: Request): Promise<CarriedEdits> {
  const taker = editTaker(ctx);
  if (request.method === 'POST') {
    const file = new URL(request.url).searchParams.get('file') ?? '';
    await taker.begin(file, uploadBody({ request, ctx }, limits.bundle.edits.max, 'A file with edits'));
    ctx.log.info({ file }, 'a command takes edits of desks from a file');
  }
  // Ends the pause, which then rejects.
  const ending = new AbortController();
  await Promise.race([
    taker.settled(),
    pause(patienceMs, undefined, { signal: ending.signal }).catch(() => undefined),
  ]);
  ending.abort();
  return taker.state();
}

const isKey = (given: string | null, key: string): boolean =>
  given !== null && timingSafeEqual(digest(given), digest(`Bearer ${key}`));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Gives a file with edits to the hub that runs on this data folder.
 *
 * @returns what the hub made of it; `undefined` if no hub runs there
 * @throws AppError `unavailable` if the hub takes another file, or ended meanwhile
 */
export async function giveEdits(
  dataDir: string,
  name: string,
  content: Blob,
): Promise<CarriedEdits | undefined> {
  const hub = runningHub(dataDir);
  if (!hub) return undefined;
  const ask = async (init: RequestInit): Promise<CarriedEdits> => {
    const response = await fetch(`${hub.origin}/edits?file=${encodeURIComponent(name)}`, {
      ...init,
      headers: { Authorization: `Bearer ${hub.key}` },
    });
    const body: unknown = await response.json();
    if (response.ok) return carriedEdits.parse(body);
    throw new AppError('unavailable', z.object({ message: z.string() }).parse(body).message);
  };
  let state: CarriedEdits;
  try {
    state = await ask({ method: 'POST', body: content });
  } catch (error) {
    // The hub was killed, and left the file.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  try {
    while (state.state === 'running') state = await ask({});
    return state;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const words = 'The hub was stopped meanwhile. What has arrived stays; take the file again.';
    throw new AppError('unavailable', words, {}, error);
  }
}

function runningHub(dataDir: string): z.infer<typeof connection> | undefined {
  try {
    return connection.parse(JSON.parse(readFileSync(join(dataDir, fileName), 'utf8')));
  } catch (error) {
    // A damaged file names no hub. If one runs, the command finds the data folder in use and says so.
    const isDamaged = error instanceof SyntaxError || error instanceof z.ZodError;
    if (isDamaged || isAbsent(error)) return undefined;
    throw error;
  }
}
