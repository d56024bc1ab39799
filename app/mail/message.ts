import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Returns the mail as it is sent over the wire. */
export async function compose(mail: Mail, from: string): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    ...mail,
    from,
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // So that the link can be read in the stored file, in any language.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return Buffer.isBuffer(message) ? message : Buffer.concat(await message.toArray());
}

/** Returns the recipient of a mail composed here; long addresses are on a line of their own. */
export function recipientOf(message: Buffer): string {
  const [head = ''] = message.toString('utf8').split('\r\n\r\n', 1);
  const to = /^To:\s+(?:<)?([^\s<>]+)/im.exec(head)?.[1];
  if (to === undefined) throw new Error('the email has no recipient');
  return to;
}
