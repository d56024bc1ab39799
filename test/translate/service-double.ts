import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Question {
  q: string[];
  source: string;
  target: string;
  format: 'text' | 'html';
  api_key?: string;
}

export interface TestService extends AsyncDisposable {
  url: string;
  /** Received requests, in order. */
  asked: Question[];
  /** Returns the received texts, one by one. */
  texts(): string[];
  /** An answer instead of a translation; `undefined` translates again. */
  answer: ((question: Question) => { status: number; body: string; location?: string }) | undefined;
  /** Returns its translation of one text or HTML. */
  translate: (text: string, format: Question['format']) => string;
}

/** Puts words in capitals; keeps tags and entities. */
export const shout = (text: string): string =>
  text.replace(/<[^>]*>|&[#\w]+;|[^<&]+/g, (part) => (/^[<&]/.test(part) ? part : part.toUpperCase()));

/** Starts a LibreTranslate-compatible service on a port of its own, which translates to capitals. */
export async function testService(): Promise<TestService> {
  const asked: Question[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const question = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Question;
      asked.push(question);
      const { status, body, location }: { status: number; body: string; location?: string } =
        request.method === 'POST' && request.url === '/translate'
          ? (service.answer?.(question) ?? {
              status: 200,
              body: JSON.stringify({
                translatedText: question.q.map((text) => service.translate(text, question.format)),
              }),
            })
          : { status: 404, body: '{"error":"Not found"}' };
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...(location && { Location: location }) })
        .end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const service: TestService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    texts: () => asked.flatMap(({ q }) => q),
    answer: undefined,
    translate: shout,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return service;
}
