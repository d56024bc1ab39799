const hidden = '***';

/** The same text without passwords in addresses, tokens of `Authorization`, and values whose names say that they are secret. */
export const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@"'<>\\]+@/gi, `$1${hidden}@`)
    .replaceAll(/\b(api\s+)[\w-]{16,}/gi, `$1${hidden}`)
    .replaceAll(/(\\?"(?:authToken|token|password|pin|badge)\\?":\s*\\?")[^"\\]+/gi, `$1${hidden}`);
