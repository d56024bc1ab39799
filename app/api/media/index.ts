import type { Endpoint } from '../endpoint.ts';

export const media: readonly Endpoint[] = [];
