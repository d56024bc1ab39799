import type { MessagePort } from 'node:worker_threads';
import { setTimeout as wait } from 'node:timers/promises';

import { clientOf } from './postgres.ts';
import type { Client } from './postgres.ts';
import type { Answered, Asked } from './postgres-db.ts';

const retryMs = 200;

/** The PostgreSQL connection of one worker, in the main thread. A connection that is lost or dropped is made again. */
export class Connection {
  private readonly url: string;
  private readonly port: MessagePort;
  private readonly answered: Int32Array;
  private client: Client | undefined;
  /** Prepared statements have names. */
  private readonly names = new Map<string, string>();

  constructor(url: string, port: MessagePort, answered: Int32Array) {
    this.url = url;
    this.port = port;
    this.answered = answered;
    port.on('message', (asked: Asked | 'drop') => {
      if (asked === 'drop') this.client?.connection.stream.destroy();
      else void this.ask(asked);
    });
    void this.connect();
  }

  get isOpen(): boolean {
    return this.client !== undefined;
  }

  private async connect(): Promise<void> {
    for (;;) {
      const client = clientOf(this.url);
      try {
        // Without a listener a lost connection would end the process.
        client.on('error', () => undefined);
        await client.connect();
        client.on('end', () => {
          this.client = undefined;
          void this.connect();
        });
        this.client = client;
        return;
      } catch {
        await wait(retryMs);
      }
    }
  }

  private async ask({ number, statements }: Asked): Promise<void> {
    let answer: Answered;
    try {
      const { client } = this;
      if (!client) throw new Error('There is no connection to the database.');
      const results = await Promise.all(
        statements.map(({ text, values }) => client.query({ name: this.nameOf(text), text, values })),
      );
      if (number === undefined) return;
      answer = { number, rows: results.map(({ rows }) => rows) };
    } catch (error) {
      if (number === undefined) return;
      answer = { number, failure: error instanceof Error ? error.message : String(error) };
    }
    this.port.postMessage(answer);
    Atomics.store(this.answered, 0, answer.number);
    Atomics.notify(this.answered, 0);
  }

  private nameOf(text: string): string {
    let name = this.names.get(text);
    if (!name) this.names.set(text, (name = `s${this.names.size}`));
    return name;
  }
}
