import { version } from '../../version.ts';
import type { Endpoint } from '../endpoint.ts';

/** Returns a function that makes the OpenAPI document of these endpoints as JSON text, at its first call. */
export function openApiText(endpoints: readonly Endpoint[]): () => Promise<string> {
  let made: Promise<string> | undefined;
  return () => (made ??= make(endpoints));
}

/** Loads the document's texts and recorded answers only now, so that they delay no start. */
async function make(endpoints: readonly Endpoint[]): Promise<string> {
  const { openApi } = await import('./openapi.ts');
  const { operations } = await import('./operations.ts');
  const { recordedAnswers } = await import('./answers.ts');
  return JSON.stringify(openApi(endpoints, operations, recordedAnswers, version));
}
