const hidden = '***';

/** Masks passwords and keys in addresses, tokens in `Authorization` and cookies, and values with secret names such as `password`. */
export const withoutSecrets = (text: string): string =>
  text
    // A password may contain `@`: the last one ends it.
    .replaceAll(/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>\\]{1,1000}@/gi, `$1${hidden}@`)
    .replaceAll(/([?&](?:key|token|api_key|join_code)=)[^\s&#"'<>\\]+/gi, `$1${hidden}`)
    .replaceAll(/(\bbenchside-(?:session|window)=)[\w-]+/gi, `$1${hidden}`)
    .replaceAll(/\b(api\s+)[\w-]{16,}/gi, `$1${hidden}`)
    .replaceAll(
      /(\\?"(?:authToken|token|password|pin|badge|join_code|api_key|translateKey|x-benchside-window)\\?":\s*\\?")[^"\\]+/gi,
      `$1${hidden}`,
    );
