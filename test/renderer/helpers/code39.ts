/** Bars and gaps, narrow or wide, of the characters that the tests use. */
const patterns: Readonly<Record<string, string>> = {
  '*': 'nwnnwnwnn',
  '-': 'nwnnnnwnw',
  '1': 'wnnwnnnnw',
  '4': 'nnnwwnnnw',
  '7': 'nnnwnnwnw',
  O: 'wnnnwnnwn',
  W: 'wwwnnnnnn',
};

/** Returns a film of one picture, black bars on white, for Chromium's fake camera (Y4M). */
export function filmOfCode(text: string): Uint8Array {
  const [width, height, narrow] = [640, 480, 3];
  const bars: boolean[] = [];
  for (const character of `*${text}*`) {
    for (const [index, wide] of [...(patterns[character] ?? '')].entries())
      bars.push(...Array<boolean>(wide === 'w' ? 3 * narrow : narrow).fill(index % 2 === 0));
    bars.push(...Array<boolean>(narrow).fill(false));
  }
  const left = Math.floor((width - bars.length) / 2);
  const luma = new Uint8Array(width * height).fill(235);
  for (let y = 160; y < 320; y += 1)
    for (const [index, isBar] of bars.entries()) if (isBar) luma[y * width + left + index] = 16;
  const chroma = new Uint8Array((width * height) / 2).fill(128);
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from('FRAME\n'), luma, chroma]);
}
