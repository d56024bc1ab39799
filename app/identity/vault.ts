import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Encrypts people's site tokens. Electron's shell offers one over the operating system's key store; without it tokens live in
 * memory and are lost with the process.
 */
export interface Vault {
  /** Sealed values can be opened after a restart. */
  durable: boolean;
  /** Place of the key: the system's key store, a file of the data folder, or memory. */
  keeper: 'system' | 'file' | 'memory';
  seal(text: string): Buffer;
  /** Returns `undefined` if it was sealed by another machine, user or process. */
  open(sealed: Buffer): string | undefined;
}

/** Sealed values are indexes into a table in memory. */
export function memoryVault(): Vault {
  const secrets: string[] = [];
  const stamp = `${process.pid}.${Date.now()}`;
  return {
    durable: false,
    keeper: 'memory',
    seal: (text) => Buffer.from(`${stamp}.${secrets.push(text) - 1}`),
    open: (sealed) => {
      const text = sealed.toString();
      return text.startsWith(`${stamp}.`) ? secrets[Number(text.slice(stamp.length + 1))] : undefined;
    },
  };
}

/**
 * Creates the vault of desks without a window: AES-256-GCM with a key in the data folder that only its owner can read. A copy of
 * the database alone signs no one in; a copy of the whole folder does.
 */
export function fileVault(dataDir: string): Vault {
  const key = keyIn(join(dataDir, 'vault.key'));
  return {
    durable: true,
    keeper: 'file',
    seal: (text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open: (sealed) => {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), {
          authTagLength: 16,
        });
        decipher.setAuthTag(sealed.subarray(12, 28));
        return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
      } catch {
        // Sealed with another key or by another vault, or damaged.
        return undefined;
      }
    },
  };
}

const keyBytes = 32;

/**
 * Returns the key in a file that only its owner can read, and makes one if there is none. A key of another length was cut off by
 * a full disk before it was ever used.
 */
export function keyIn(file: string): Buffer {
  const known = existsSync(file) ? readFileSync(file) : undefined;
  if (known?.length === keyBytes) return known;
  const key = randomBytes(keyBytes);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, key, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return key;
}
