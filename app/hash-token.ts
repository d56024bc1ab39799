import { createHash } from 'node:crypto';

/** Returns the SHA-256 hash of a token. Only hashes are stored: a copy of the database signs no one in. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
