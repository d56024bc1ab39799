import { createTransport } from 'nodemailer';

import { recipientOf } from './message.ts';

/** A connection to a mail server for one pass over the outbox. */
export class Smtp {
  private readonly transport;
  private readonly from: string;
  private readonly signal: AbortSignal;

  /** @param url such as `smtps://user:password@mail.example.org` */
  constructor(url: string, from: string, signal: AbortSignal) {
    this.transport = createTransport({
      url,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    });
    this.from = from;
    this.signal = signal;
  }

  /** Resolves when the server has accepted the mail. */
  async send(message: Buffer): Promise<void> {
    await this.transport.sendMail({
      envelope: { from: this.from, to: [recipientOf(message)] },
      raw: message,
      signal: this.signal,
    });
  }

  close(): void {
    this.transport.close();
  }
}
