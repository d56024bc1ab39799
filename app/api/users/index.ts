import type { Endpoint } from '../endpoint.ts';

export const users: readonly Endpoint[] = [];
