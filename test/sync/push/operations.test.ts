import { expect, it } from 'vitest';

import { queuedOperations } from '../../../app/replica/operations/index.ts';
import { journaledRoutes } from '../../helpers/journaled-routes.ts';

it('the engine knows every operation that a desk journals, and no other', () => {
  expect(
    Object.keys(queuedOperations).sort(),
    'a new write of a desk is a line in app/replica/operations/<resource>.ts',
  ).toEqual([...journaledRoutes].sort());
});
