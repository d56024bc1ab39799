import type { Endpoint } from '../endpoint.ts';

export const benchside: readonly Endpoint[] = [];
