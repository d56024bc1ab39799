import { createHash, randomBytes } from 'node:crypto';

/** Tokens are kept hashed: a copy of the database signs nobody in. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** 32 lowercase hex digits (CONTRACT 3.1). */
export const newToken = (): string => randomBytes(16).toString('hex');

/** The token of `Authorization: api <token>`; the scheme's name in any case. */
export function tokenOf(request: Request): string | undefined {
  return /^api\s+(\S+)$/i.exec(request.headers.get('Authorization')?.trim() ?? '')?.[1];
}

/** The caller's address, which whoever mounts the core on a network puts here and nobody else may. */
export const peerOf = (request: Request): string => request.headers.get('X-Benchside-Peer') ?? '';

/** What signed in, as far as it says so. */
export const userAgentOf = (request: Request): string =>
  request.headers.get('User-Agent')?.slice(0, 200) ?? '';
