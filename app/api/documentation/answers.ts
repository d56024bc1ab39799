import answers from './answers.json' with { type: 'json' };

/**
 * The answers to the operations' examples in the example world, by route, with lists cut to two items. Recorded by
 * `RECORD_ANSWERS=1 npm run test:unit -- test/api/documentation`, which keeps times and random ids as they were.
 */
export type RecordedAnswers = Readonly<Record<string, unknown>>;

export const recordedAnswers: RecordedAnswers = answers;
