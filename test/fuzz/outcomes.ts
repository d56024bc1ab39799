import { expect } from 'vitest';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { TestCore } from '../helpers/core.ts';

/** Refused files get a message in words. */
export async function takenOrRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.message.length).toBeLessThanOrEqual(limits.answer.message.max);
    return false;
  }
}

export async function expectReadable(core: TestCore): Promise<void> {
  for (const path of ['/benchside/home', '/guides', '/guides/1', '/categories', '/comments', '/work_log']) {
    const { status } = await core.call(`GET ${path}`, { token: 'ada' });
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 500)]);
  }
}
