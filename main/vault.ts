import { safeStorage } from 'electron';

import { memoryVault } from '../app/identity/vault.ts';
import type { Vault } from '../app/identity/vault.ts';
import type { Logger } from '../app/log.ts';

/**
 * Tokens sealed by the operating system's key store. Where there is none (on Linux Chromium would fall back to a key
 * that every program knows) they stay in memory. Only after the application is ready.
 */
export function systemVault(log: Logger): Vault {
  const isKnownToAll =
    process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';
  if (isKnownToAll || !safeStorage.isEncryptionAvailable()) {
    log.warn(
      'this system keeps no secrets: people sign in again after each start before their edits are sent',
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
        // Sealed by another user, machine or key store: as good as absent.
        log.warn({ err: error }, 'a stored sign-in cannot be opened here');
        return undefined;
      }
    },
  };
}
