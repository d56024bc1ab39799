/** Languages of the header that are read. Browsers send up to a dozen. */
const most = 50;

/** Returns the languages that a browser asks for, the most wanted first, without those that it refuses (`q=0`). */
export function acceptedLanguages({ headers }: Request): string[] {
  return (headers.get('Accept-Language') ?? '')
    .split(',', most)
    .map((range) => {
      const [tag = '', quality = 'q=1'] = range.split(';', 2);
      return { tag: tag.trim().toLowerCase(), quality: qualityOf(quality.trim()) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

const qualityOf = (text: string): number => Number(/^q=(\d(?:\.\d{1,3})?)$/i.exec(text)?.[1] ?? 0);
