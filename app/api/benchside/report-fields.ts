import { z } from 'zod';

/** A desk needs it to send a later edit that names the version which the report made. */
export const newestRevisionid = z.int().describe('Newest version of the guide, which may be a draft.');
