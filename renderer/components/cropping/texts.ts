import { icu, messages } from '../../../shared/language.ts';

export const cropTexts = messages('cropping', {
  open: icu('Crop or rotate picture {n, number}', 'n'),
  title: 'Crop and rotate the picture',
  help: 'Drag the corners or the frame to choose what remains.',
  keys: 'Tab goes from corner to corner. Arrow keys move it, with Shift further.',
  left: 'Rotate left',
  right: 'Rotate right',
  whole: 'Whole picture',
  frame: 'Frame',
  corners: {
    topLeft: 'Top left corner',
    topRight: 'Top right corner',
    bottomRight: 'Bottom right corner',
    bottomLeft: 'Bottom left corner',
  },
  size: icu('{width, number} × {height, number} pixels', 'width', 'height'),
  storing: 'Storing …',
  failed: 'The picture was not changed:',
});
