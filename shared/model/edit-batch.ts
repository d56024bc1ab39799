import { z } from 'zod';

import { limits } from '../limits.ts';
import { hasMoreValues } from './json-values.ts';
import { limitedRecord } from './limited-record.ts';

/** The form of an `Idempotency-Key`. */
export const idempotencyKey = /^[\w.:-]{8,100}$/;

/** The parameters in the path or the query of a request, by name. */
export const parameters = limitedRecord(
  z.string(),
  z.string().max(limits.request.url.max),
  limits.request.parameters.max,
);

// JSON schemas omit defaults of preprocessed values.
const optional = parameters.default({}).meta({ default: {} });

const { values } = limits.request;

/** An edit of a batch: a request as the API describes it, such as `PATCH /guides/{guideid}` with its parameters by name. */
export const batchedEdit = z.object({
  key: z.string().regex(idempotencyKey, 'must be 8 to 100 letters, digits, or any of _ . : -'),
  route: z.string().max(200),
  params: optional,
  query: optional,
  /** No larger than alone, though the whole batch may be. */
  body: z
    .unknown()
    .refine((body) => !hasMoreValues(body, values.max), `must have at most ${values.max} values`)
    .optional(),
});
export type BatchedEdit = z.input<typeof batchedEdit>;

/** `POST /benchside/edits`. */
export const editBatch = z.object({ edits: z.array(batchedEdit).min(1).max(limits.sync.batch.max) });

/** The hub's answer to one edit, as if the edit had come alone. */
export const batchedAnswer = z.object({
  key: z.string(),
  status: z.int(),
  /** Absent where the answer is empty. */
  body: z.unknown().optional(),
  /** The `Benchside-Repeated` of the answer. */
  repeated: z.int().nonnegative().optional(),
});
export type BatchedAnswer = z.infer<typeof batchedAnswer>;

/** The answers are in the order of the edits. Edits that are missing at the end were not carried out. */
export const batchAnswer = z.object({
  answers: z.array(batchedAnswer),
  /** The newest line of the feed after the edits, as in the header `Benchside-History`. */
  point: z.string(),
});
