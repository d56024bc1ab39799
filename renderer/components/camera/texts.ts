import { messages } from '../../../shared/language.ts';

export const cameraTexts = messages('camera', {
  title: 'Take a picture',
  take: 'Take the picture',
  use: 'Use it',
  again: 'Again',
  failed: 'The camera cannot be used:',
  starting: 'The camera starts …',
  denied: 'it is not allowed to this program, or another program has it.',
  scan: {
    title: 'Scan the work order',
    hint: 'Hold the bar code or square code into the frame.',
  },
});
