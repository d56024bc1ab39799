import { errorMessage, errorStatus } from '../../api/errors.ts';
import type { Failure } from './editor-types.ts';

export function failureOf(error: unknown): Failure {
  const status = errorStatus(error);
  return { message: errorMessage(error), final: status >= 400 && status < 500 };
}

export function without<Value>(map: ReadonlyMap<string, Value>, name: string): ReadonlyMap<string, Value> {
  if (!map.has(name)) return map;
  const rest = new Map(map);
  rest.delete(name);
  return rest;
}
