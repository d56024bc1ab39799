import { z } from 'zod';

import { fillPlaceholders } from '../store/placeholders.ts';
import type { Addresses } from '../store/placeholders.ts';
import { JsonText } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';

/** Checks an answer against the schema of its endpoint. @throws Error for one that the schema forbids or does not describe */
export function checkAnswer(endpoint: Endpoint, answer: unknown, addresses: Addresses): void {
  const value: unknown =
    answer instanceof JsonText ? JSON.parse(fillPlaceholders(answer.text, addresses)) : answer;
  const result = endpoint.response.safeParse(value);
  if (!result.success)
    throw new Error(
      `${endpoint.route} gave an answer that its schema does not allow: ${z.prettifyError(result.error)}`,
    );
  const undescribed = undescribedField(value, result.data);
  if (undescribed !== undefined)
    throw new Error(
      `${endpoint.route} gave an answer with a field that its schema does not describe: ${undescribed}`,
    );
}

/** Returns the path of a field that parsing dropped. Schemas of the contract's documents are loose and drop none. */
function undescribedField(value: unknown, parsed: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || typeof parsed !== 'object' || parsed === null)
    return undefined;
  const described = new Map<string, unknown>(Object.entries(parsed));
  for (const [name, field] of Object.entries(value)) {
    // Zod leaves `__proto__` out of records, and a category may have that title.
    if (field === undefined || name === '__proto__') continue;
    if (!described.has(name)) return name;
    const below = undescribedField(field, described.get(name));
    if (below !== undefined) return `${name}.${below}`;
  }
  return undefined;
}
