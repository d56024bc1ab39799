/** Returns the subject and the text of a mail in quoted-printable, as its reader sees them. */
export function readMail(message: string): { subject: string; text: string } {
  const [head = '', ...parts] = message.split('\r\n\r\n');
  const [, subject = ''] = /^Subject: (.*)$/m.exec(head.replaceAll(/\r\n[ \t]+/g, ' ')) ?? [];
  const body = parts.join('\r\n\r\n').replaceAll('=\r\n', '').replaceAll('\r\n', '\n');
  return {
    subject: subject
      .replaceAll('?= =?', '?==?')
      .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/g, (_, kind: string, words: string) =>
        kind === 'B' ? Buffer.from(words, 'base64').toString() : unquoted(words.replaceAll('_', ' ')),
      ),
    text: unquoted(body),
  };
}

/** Decodes quoted-printable text without line breaks of its own. */
const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString();
