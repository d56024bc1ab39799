import { Readable } from 'node:stream';

import { limits } from '../../shared/limits.ts';
import type { Receipt } from '../../shared/model/bundle.ts';
import type { SnapshotManifest } from '../../shared/model/snapshot.ts';
import { signatureHeader } from '../../shared/signature.ts';
import { offlineOrigin } from '../sync/offline-round.ts';
import { RemoteError } from '../sync/remote.ts';
import type { Transport, TransportAnswer, TransportRequest } from '../sync/transport.ts';
import { linesIn } from './packed-lines.ts';

/** The answers of a hub that a bundle holds. */
export interface Recording {
  siteid: string;
  /** The feed from its beginning, packed. */
  feed(): Iterable<Uint8Array>;
  unpackedBytes: number;
  snapshot?: { manifest: SnapshotManifest; file: () => Iterable<Uint8Array> };
  /** The answers and conflicts of edits, by the id of the edit. */
  receipts: ReadonlyMap<string, Receipt>;
  /** Returns a picture, document or video by the path of its address; `bytes` is its length. */
  file(path: string): { mime: string; bytes: number; content: () => Iterable<Uint8Array> } | undefined;
}

const base = '/api/2.0';
const otherRequest =
  '{"message":"This Idempotency-Key was used for another request.","errors":[{"field":"Idempotency-Key"}]}';

/**
 * Answers a desk as the hub would that a bundle was made of: with its feed, a snapshot, its answers to edits, and its files. Whatever was
 * not recorded is answered as by a hub that has a fault for now.
 */
export function recordedSite(recording: Recording): Transport {
  const { snapshot } = recording;
  const answer = (status: number, text: string, more: Record<string, string> = {}): TransportAnswer => ({
    status,
    headers: { [signatureHeader]: recording.siteid, 'content-type': 'application/json', ...more },
    body: Readable.from([Buffer.from(text)]),
  });
  const absent = (): TransportAnswer => answer(503, '{"message":"The bundle does not have it."}');
  return {
    request: async (request) => {
      const path = request.path.slice(base.length);
      const after = /^\/benchside\/changes\?after=(\d+)$/.exec(path)?.[1];
      if (after !== undefined)
        return { ...answer(200, ''), body: recorded(linesAfter(recording, Number(after))) };
      if (snapshot && path === '/benchside/snapshot') return answer(200, JSON.stringify(snapshot.manifest));
      if (snapshot && path === `/benchside/snapshot/${snapshot.manifest.sha256}`)
        return { ...answer(200, ''), body: recorded(snapshot.file()) };
      if (request.method === 'GET') return currentAnswer(recording, request, path, answer) ?? absent();
      const receipt = recording.receipts.get(request.headers['Idempotency-Key'] ?? '');
      if (!receipt || !('answer' in receipt)) return absent();
      // The hub carried out another request for this edit: it had a page of that title (SPEC J7.8), or restored a step.
      if (!isOf(receipt.route, request.method, path)) return answer(422, otherRequest);
      return answer(200, receipt.answer, { 'benchside-repeated': String(receipt.sequence) });
    },
    fetch: async (address) => {
      if (address.origin !== offlineOrigin) throw new Error('A bundle has only files of its hub.');
      const found = recording.file(address.pathname);
      if (!found) return absent();
      return {
        status: 200,
        headers: {
          [signatureHeader]: recording.siteid,
          'content-type': found.mime,
          'content-length': String(found.bytes),
        },
        body: recorded(found.content()),
      };
    },
    close: async () => undefined,
  };
}

/** The token with which a person's edits are sent to a recording. */
export const recordedToken = (userid: number): string => String(userid);

/** Returns a guide or page as a person saw it when the bundle was made, if an answer to an edit of theirs has it. */
function currentAnswer(
  { receipts }: Recording,
  { headers }: TransportRequest,
  path: string,
  answer: (status: number, text: string) => TransportAnswer,
): TransportAnswer | undefined {
  const recorded = [...receipts.values()].filter(({ current }) => current && isOfPage(current, path));
  if (recorded.length === 0) return undefined;
  const own = recorded.find(
    ({ userid }) => headers['Authorization'] === `api ${recordedToken(userid)}`,
  )?.current;
  // The bundle does not say what other people see, so the desk asks the hub for them later.
  if (!own) return answer(401, '{"message":"The bundle does not say what this person sees."}');
  if (own.text !== null) return answer(200, own.text);
  return own.hidden
    ? answer(403, '{"message":"You may not see it."}')
    : answer(404, '{"message":"The site does not have it."}');
}

/** Returns whether a path is that of a recorded document, in its language. */
function isOfPage({ path, text }: NonNullable<Receipt['current']>, asked: string): boolean {
  const [, langid] = asked.startsWith(`${path}?langid=`) ? asked.split('?langid=') : [];
  if (langid === undefined || text === null) return asked === path || langid !== undefined;
  return (JSON.parse(text) as { langid?: string }).langid === langid;
}

/** Returns whether a request is one of a route, such as `PATCH /guides/{guideid}`. */
function isOf(route: string, method: string, path: string): boolean {
  const [routeMethod, template = ''] = route.split(' ');
  const [pathname = ''] = path.split('?');
  const parts = pathname.split('/');
  const pattern = template.split('/');
  return (
    routeMethod === method &&
    parts.length === pattern.length &&
    pattern.every((name, index) => name.startsWith('{') || name === parts[index])
  );
}

const lineEnd = Buffer.from('\n');

/** Yields the first and the last line of the feed, and those of changes after a line. */
async function* linesAfter({ feed, unpackedBytes }: Recording, after: number): AsyncGenerator<Uint8Array> {
  for await (const line of linesIn(feed(), { bytes: unpackedBytes, line: limits.answer.line.max })) {
    const sequence = /^{"sequence":(\d+),"kind"/.exec(
      Buffer.from(line.buffer, line.byteOffset, Math.min(40, line.length)).toString('latin1'),
    )?.[1];
    if (sequence !== undefined && Number(sequence) <= after) continue;
    yield line;
    yield lineEnd;
  }
}

/** Yields a part of a recording. @throws RemoteError `offline`, which ends a round, if the part is not what was recorded */
async function* recorded(part: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* part;
  } catch (error) {
    if (error instanceof RemoteError) throw error;
    throw new RemoteError('offline', 'A part of the bundle is damaged.', 0, undefined, error);
  }
}
