import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface StoredObject {
  bytes: Buffer;
  modified: Date;
}

export interface S3Server extends AsyncDisposable {
  endpoint: string;
  objects: Map<string, StoredObject>;
  /** Sets an answer that replaces the storage's for coming requests; undefined ends that. */
  fault: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** Every request, as `PUT /bucket/key`. */
  requests: string[];
}

export const keyId = 'benchside-test';
export const secret = 'secret-of-the-object-storage';
export const bucket = 'pictures';

/**
 * An S3 server over HTTP that is stricter than real ones: it checks each signature (version 4) and each checksum, knows one bucket, and
 * refuses every request that deviates from the specification.
 */
export async function startS3(pageSize = 1_000): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const state: Pick<S3Server, 'fault' | 'requests'> = { fault: undefined, requests: [] };
  const server = createServer((request, response) => {
    state.requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`);
    if (state.fault) return state.fault(request, response);
    void answer(request, response, objects, pageSize);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Map<string, StoredObject>,
  pageSize: number,
): Promise<void> {
  const { method = '', headers } = request;
  const url = new URL(request.url ?? '', `http://${headers.host}`);
  const body = await buffer(request);
  const refuse = (status: number, code: string): void => {
    response.writeHead(status, { 'Content-Type': 'application/xml' });
    response.end(
      method === 'HEAD'
        ? undefined
        : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
    );
  };
  if (!isSigned(request, url)) return refuse(403, 'SignatureDoesNotMatch');
  const [, named = '', ...rest] = decodeURIComponent(url.pathname).split('/');
  if (named !== bucket) return refuse(404, 'NoSuchBucket');
  const key = rest.join('/');
  if (key === '' && method === 'GET') return list(response, url, objects, pageSize);
  const found = objects.get(key);
  if (method === 'PUT') {
    const checksum = headers['x-amz-checksum-sha256'];
    if (checksum !== createHash('sha256').update(body).digest('base64')) return refuse(400, 'BadDigest');
    if (Number(headers['content-length']) !== body.byteLength) return refuse(400, 'IncompleteBody');
    objects.set(key, { bytes: body, modified: new Date() });
    response.writeHead(200, { ETag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
  } else if (method === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else if (!found) refuse(404, 'NoSuchKey');
  else {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const part = first === undefined ? found.bytes : found.bytes.subarray(Number(first), Number(last) + 1);
    response.writeHead(first === undefined ? 200 : 206, {
      'Content-Length': part.byteLength,
      ...presented(url.searchParams),
    });
    response.end(method === 'HEAD' ? undefined : part);
  }
}

function list(
  response: ServerResponse,
  { searchParams }: URL,
  objects: Map<string, StoredObject>,
  pageSize: number,
): void {
  const prefix = searchParams.get('prefix') ?? '';
  const after = searchParams.get('continuation-token') ?? '';
  const most = Math.min(pageSize, Number(searchParams.get('max-keys') ?? pageSize));
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = keys.slice(0, most);
  const contents = page.map((key) => {
    const { bytes, modified } = objects.get(key) ?? { bytes: Buffer.alloc(0), modified: new Date(0) };
    return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>"x"</ETag><Size>${bytes.byteLength}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  });
  const next =
    keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  response.writeHead(200, { 'Content-Type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?><ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

/** Returns the headers that the reader of a signed address is to get. */
const presented = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'cache-control', 'content-disposition'].flatMap((name) => {
      const value = query.get(`response-${name}`);
      return value === null ? [] : [[name, value]];
    }),
  );

/** Checks an `Authorization` of AWS Signature Version 4, or the signature in an address that was made for a reader. */
function isSigned({ method = '', headers }: IncomingMessage, url: URL): boolean {
  const { searchParams } = url;
  const given = (name: string): string => searchParams.get(`X-Amz-${name}`) ?? '';
  const madeAt = given('Date');
  const isAddress = madeAt !== '';
  if (isAddress && timeOf(madeAt) + Number(given('Expires')) * 1_000 < Date.now()) return false;
  const [, id, day = '', region = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([\da-f]{64})$/.exec(
      isAddress
        ? `${given('Algorithm')} Credential=${given('Credential')},SignedHeaders=${given('SignedHeaders')},Signature=${given('Signature')}`
        : (headers.authorization ?? ''),
    ) ?? [];
  if (id !== keyId) return false;
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const signed = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonical = [
    method,
    url.pathname,
    query,
    signed.join(''),
    names,
    isAddress ? 'UNSIGNED-PAYLOAD' : (headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = [
    'AWS4-HMAC-SHA256',
    isAddress ? madeAt : headers['x-amz-date'],
    scope,
    sha256(canonical),
  ].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (made, part) => createHmac('sha256', made).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  const expected = createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/** Returns the milliseconds of a time such as `20261124T120000Z`. */
const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
