import { randomBytes } from 'node:crypto';

/** Returns a UUID of version 7 (RFC 9562): 48 bits of UNIX milliseconds, then random bits. */
export function uuid7(milliseconds: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Math.max(0, Math.floor(milliseconds)), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [0, 8, 12, 16, 20].map((from, index, starts) => hex.slice(from, starts[index + 1])).join('-');
}
