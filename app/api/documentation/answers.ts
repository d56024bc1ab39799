import answers from './answers.json' with { type: 'json' };

/**
 * What each operation's example is answered in the example world, by route, with lists cut to two items. Recorded by
 * `RECORD_ANSWERS=1 npm run test:unit -- test/api/documentation`.
 */
export type RecordedAnswers = Readonly<Record<string, unknown>>;

export const recordedAnswers: RecordedAnswers = answers;
