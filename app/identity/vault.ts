import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Seals people's tokens of the site. Electron's shell offers one over the operating system's key store; without it
 * tokens live in memory and are gone with the process.
 */
export interface Vault {
  /** Whether what is sealed can be opened after a restart. */
  durable: boolean;
  /** Where the key is: in the system's key store, in a file of the data folder, or nowhere. */
  keeper: 'system' | 'file' | 'memory';
  seal(text: string): Buffer;
  /** `undefined` when it was sealed by another machine, user or process. */
  open(sealed: Buffer): string | undefined;
}

/** Sealed values are numbers into a table that dies with the process. */
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
 * For desks without a window: AES-256-GCM under a key in the data folder that only its owner can read. It keeps a
 * copied database from signing anybody in; somebody who can read the whole folder can.
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
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
      } catch {
        // Sealed under another key: as good as absent.
        return undefined;
      }
    },
  };
}

const keyBytes = 32;

/**
 * A key that only the owner of the folder can read, made where there is none. One of another length was cut off by a full
 * disk before it was ever used.
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
