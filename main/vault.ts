import { safeStorage } from 'electron';

import { memoryVault } from '../app/identity/vault.ts';
import type { Vault } from '../app/identity/vault.ts';
import type { Logger } from '../app/log.ts';

/**
 * Returns a vault that seals tokens with the operating system's key store. Without one (on Linux Chromium would use a
 * key that every program knows) tokens stay in memory. Call it only after the application is ready.
 */
export function systemVault(log: Logger): Vault {
  const isKnownToAll =
    process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
  if (isKnownToAll || !safeStorage.isEncryptionAvailable()) {
    log.warn(
      'this system cannot store secrets: after each start, people sign in again before their edits are sent',
    );
    return memoryVault();
  }
  return {
    durable: true,
    keeper: 'system',
    seal: (text) => safeStorage.encryptString(text),
    open: (sealed) => {
      try {
        return safeStorage.decryptString(sealed);
      } catch (error) {
        // Sealed by another user, machine or key store: treated as absent.
        log.warn({ err: error }, 'a stored sign-in cannot be opened here');
        return undefined;
      }
    },
  };
}
