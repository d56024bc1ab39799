import { X509Certificate, createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { AppError } from '../../shared/errors.ts';

/** PEM texts; a certificate may be followed by its chain. */
export interface Tls {
  cert: string;
  key: string;
}

/** @throws AppError `invalid`, as a sentence, for files that cannot be read, do not belong together, or have expired */
export function readTls(certFile: string, keyFile: string): Tls {
  const tls = { cert: read(certFile), key: read(keyFile) };
  const certificate = refuse(
    `${certFile} holds no certificate in PEM form`,
    () => new X509Certificate(tls.cert),
  );
  const key = privateKey(keyFile, tls.key);
  if (!certificate.checkPrivateKey(key))
    throw unusable(`The key in ${keyFile} does not belong to the certificate in ${certFile}`);
  const now = Date.now();
  if (now > certificate.validToDate.getTime())
    throw unusable(`The certificate in ${certFile} expired on ${day(certificate.validToDate)}`);
  if (now < certificate.validFromDate.getTime())
    throw unusable(`The certificate in ${certFile} is not valid before ${day(certificate.validFromDate)}`);
  return tls;
}

const read = (file: string): string => refuse(`${file} cannot be read`, () => readFileSync(file, 'utf8'));

function privateKey(file: string, pem: string): KeyObject {
  if (/ENCRYPTED/.test(pem))
    throw unusable(`The key in ${file} is protected by a passphrase. Use a key without one`);
  return refuse(`${file} contains no private key in PEM form`, () => createPrivateKey(pem));
}

function refuse<T>(words: string, fn: () => T): T {
  try {
    return fn();
  } catch (error) {
    throw unusable(`${words}: ${error instanceof Error ? error.message : String(error)}`, error);
  }
}

const unusable = (message: string, cause?: unknown): AppError =>
  new AppError('invalid', `${message}.`, {}, cause);

const day = (date: Date): string => date.toISOString().slice(0, 10);
