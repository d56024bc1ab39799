import { randomBytes } from 'node:crypto';

export { hashToken } from '../hash-token.ts';

/** Returns 32 lowercase hex digits (CONTRACT 3.1). */
export const newToken = (): string => randomBytes(16).toString('hex');

/** Returns the token in `Authorization: api <token>`; the scheme in any case. */
export function tokenOf(request: Request): string | undefined {
  return /^api\s+(\S+)$/i.exec(request.headers.get('Authorization')?.trim() ?? '')?.[1];
}

/** Returns the caller's address, empty if unknown. Only the HTTP server that mounts the core may set this header. */
export const peerOf = (request: Request): string => request.headers.get('X-Benchside-Peer') ?? '';

/** Returns at most 200 characters of the `User-Agent`. */
export const userAgentOf = (request: Request): string =>
  request.headers.get('User-Agent')?.slice(0, 200) ?? '';
