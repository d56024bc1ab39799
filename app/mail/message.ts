import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** The mail as it goes over the wire. */
export async function compose(mail: Mail, from: string): Promise<Buffer> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({
    ...mail,
    from,
    // Nobody's absence note answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return Buffer.isBuffer(message) ? message : Buffer.concat(await message.toArray());
}

/** Whom a mail composed here is for; long addresses stand on a line of their own. */
export function recipientOf(message: Buffer): string {
  const [head = ''] = message.toString('utf8').split('\r\n\r\n', 1);
  const to = /^To:\s+(?:<)?([^\s<>]+)/im.exec(head)?.[1];
  if (to === undefined) throw new Error('the mail names nobody it is for');
  return to;
}
