import { z } from 'zod';

export const deviceParams = z.object({
  deviceid: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be a UUID'),
});
