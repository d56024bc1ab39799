import { invalid, unavailable } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Config } from '../config.ts';
import { reasonOf } from '../identity/site-client.ts';
import type { Asked } from './phrasebook.ts';

/** A LibreTranslate-compatible service. */
export interface TranslationService {
  /** Address without `/translate`. */
  url: string;
  key?: string | undefined;
}

/** Maximum of texts and characters in one request. */
const mostTexts = 50;
const mostCharacters = 5000;
const timeoutMs = 30_000;

/** @throws AppError `invalid` if this site has no machine translation; `unavailable` at a desk, whose site may have it */
export function requireService({ translateUrl, translateKey, profile }: Config): TranslationService {
  if (translateUrl !== undefined) return { url: translateUrl.replace(/\/+$/, ''), key: translateKey };
  if (profile === 'desk') {
    throw unavailable(
      'Machine translation is done by a service on the network, and this desk has none: start it with --translate-url.',
    );
  }
  throw invalid(
    'machineTranslateLangid',
    'This hub does not translate by machine: it has no translation service.',
  );
}

/**
 * Requests translations of texts of one format, in batches. Yields the translations of each batch, in order, because a service counts those also
 * if a later batch fails.
 *
 * @throws AppError `invalid` if the service does not know a language; otherwise `unavailable` with the reason
 */
export async function* askService(
  service: TranslationService,
  {
    source,
    target,
    format,
    texts,
  }: { source: string; target: string; format: Asked['format']; texts: readonly string[] },
): AsyncGenerator<string[]> {
  for (let from = 0; from < texts.length;) {
    const q = batch(texts, from);
    const { key } = service;
    const body = { q, source, target, format, ...(key === undefined ? {} : { api_key: key }) };
    const answer = await post(`${service.url}/translate`, body);
    if (answer.status === 400) {
      const reason = answer.error ?? 'it refused the request';
      throw invalid(
        'machineTranslateLangid',
        `The translation service cannot translate from ${source} into ${target}: ${reason}.`,
      );
    }
    if (answer.status !== 200) throw noAnswer(answer.error ?? `it answered with status ${answer.status}`);
    if (answer.texts?.length !== q.length)
      throw noAnswer('it answered with something other than translations');
    yield answer.texts;
    from += q.length;
  }
}

function batch(texts: readonly string[], from: number): string[] {
  let characters = 0;
  const end = texts.slice(from, from + mostTexts).findIndex((text, index) => {
    characters += text.length;
    return index > 0 && characters > mostCharacters;
  });
  return texts.slice(from, end < 0 ? from + mostTexts : from + end);
}

interface ServiceAnswer {
  status: number;
  texts?: string[] | undefined;
  error?: string | undefined;
}

async function post(url: string, body: unknown): Promise<ServiceAnswer> {
  let status: number;
  let text: string;
  try {
    // A redirect would send the key to another server.
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw noAnswer(reasonOf(error, timeoutMs), error);
  }
  return { status, ...readAnswer(text) };
}

function readAnswer(text: string): Pick<ServiceAnswer, 'texts' | 'error'> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    // For an answer that is not JSON both fields are absent.
    return {};
  }
  if (typeof answer !== 'object' || answer === null) return {};
  const texts = 'translatedText' in answer ? answer.translatedText : undefined;
  const error = 'error' in answer ? answer.error : undefined;
  return {
    texts: Array.isArray(texts) && texts.every((one) => typeof one === 'string') ? texts : undefined,
    error: typeof error === 'string' && error !== '' ? error.replace(/\.+$/, '') : undefined,
  };
}

const noAnswer = (reason: string, cause?: unknown): AppError =>
  unavailable(`The translation service did not translate: ${reason}. Try again later.`, cause);
