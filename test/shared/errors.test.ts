import { expect, test } from 'vitest';

import { AppError, invalid } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';

test('the messages of an error and of its fields are cut to their limit', () => {
  const { max } = limits.answer.message;
  const said = `${'a'.repeat(max - 2)}😀 is not known`;
  const cut = `${'a'.repeat(max - 2)}\uFFFD…`;
  const error = invalid('type', said);
  expect(error.message).toBe(cut);
  expect(error.details.errors).toEqual([{ field: 'type', code: 'invalid', message: cut }]);
  expect(new AppError('invalid', 'a'.repeat(max)).message).toHaveLength(max);
});
