import { AppError } from '../../shared/errors.ts';

/** One JSON document, or one event, a line on standard output. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Progress for people, on standard error so that answers stay clean; one line rewritten on a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`);
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
}

/** Resolves at Ctrl-C or SIGTERM. A second signal ends the process at once. */
export function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve(signal);
        process.once(signal, () => process.exit(1));
      });
    }
  });
}

/** The first line of standard input. @throws AppError `invalid` when it is empty or there is no `--password-stdin` */
export async function readPassword(fromStdin: boolean | undefined): Promise<string> {
  if (!fromStdin) {
    throw new AppError('invalid', 'Give the password on standard input, with --password-stdin.');
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const password = Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  if (password === '') throw new AppError('invalid', 'Standard input held no password.');
  return password;
}
