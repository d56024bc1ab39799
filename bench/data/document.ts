import type { ImportedGuide } from '../../app/import/myfixit.ts';
import { blankGuide } from '../../app/store/guides/document.ts';
import type { GuideDocument } from '../../app/store/guides/document.ts';
import { imageObject } from '../../app/store/media/media.ts';
import { bullets, difficulties } from '../../shared/model/guide.ts';
import { pick, random } from '../random.ts';

export const authors = 200;
/** Steps and lines of a guide have numbers of their own range. */
const numbersOfGuide = 1000;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const firstDate = 1_500_000_000;

/**
 * The `index`-th guide of the set. After the first round through the sources come replicas: with ids, pictures, model
 * and category of their own, so that no two documents are alike and compression is not flattered.
 */
export function documentOf(sources: readonly ImportedGuide[], index: number): GuideDocument {
  const source = sources[index % sources.length];
  if (!source) throw new Error('there are no guides to make documents of');
  const next = random(index + 1);
  const guideid = index + 1;
  const isReplica = index >= sources.length;
  const category = isReplica ? pick(next, sources).category : source.category;
  const model = Array.from({ length: 6 }, () => pick(next, [...letters])).join('');
  const title = isReplica ? titleFor(source, category) : source.title;
  const about =
    `This guide covers the ${category}${isReplica ? ` (model ${model})` : ''}. ${source.subject}`.trim();
  const ending = 'To put your device together again, follow these steps in reverse order.';
  const modified = firstDate + Math.floor(next() * 2e8);
  const guid = (): string =>
    Array.from({ length: 16 }, () => letters[Math.floor(next() * letters.length)]).join('');
  let imageid = guideid * numbersOfGuide;
  const steps = source.steps.map(({ lines, images }, at) => ({
    title: '',
    lines: lines.map((text, line) => ({
      text_raw: text,
      text_rendered: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      bullet: next() < 0.6 ? 'black' : pick(next, bullets),
      level: next() < 0.15 ? 1 : 0,
      lineid: (guideid * numbersOfGuide + at) * 100 + line,
    })),
    guideid,
    stepid: guideid * numbersOfGuide + at,
    orderby: at + 1,
    revisionid: guideid * 10,
    media: { type: 'image' as const, data: images.map(() => imageObject((imageid += 1), guid())) },
    comments: [],
  }));
  return {
    userid: 1 + Math.floor(next() * authors),
    prerequisites: [],
    steps,
    body: blankGuide({
      guideid,
      revisionid: guideid * 10,
      langid: 'en',
      type: source.type,
      category,
      subject: source.subject,
      title,
      summary: title.slice(0, 150),
      introduction_raw: about,
      introduction_rendered: `<p>${about.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
      conclusion_raw: ending,
      conclusion_rendered: `<p>${ending}</p>`,
      difficulty: pick(next, difficulties),
      time_required_min: 600,
      time_required_max: 1800,
      public: true,
      created_date: firstDate,
      published_date: firstDate,
      modified_date: modified,
      image: steps[0]?.media.data[0] ?? null,
      tools: source.tools.map(({ name, url, thumbnail }) => ({
        type: null,
        quantity: 1,
        text: name,
        notes: null,
        url,
        thumbnail,
        isoptional: false,
        featured: false,
      })),
    }),
  };
}

const titleFor = ({ title, category: old, subject }: ImportedGuide, category: string): string =>
  title.includes(old) ? title.replace(old, category) : `${category} ${subject || title}`;

const filler = new Set('the and for with your how to of a in on replacement repair replacing'.split(' '));

/** Fifty things a technician would type: words of real titles, and what they want to do. */
export function queriesOf(sources: readonly ImportedGuide[]): string[] {
  const queries = new Set(['battery replacement']);
  const stride = Math.max(1, Math.floor(sources.length / 53));
  for (let index = 0; queries.size < 50 && index < sources.length * stride; index += 1) {
    const source = sources[(index * stride) % sources.length];
    const words = (source?.subject || source?.title || '').toLowerCase().split(/[^a-z0-9]+/);
    const telling = words.filter((word) => word.length > 2 && !filler.has(word)).slice(0, 2);
    const wish = ['replacement', 'repair', '', 'removal'][queries.size % 4] ?? '';
    if (telling.length > 0) queries.add([...telling, wish].filter(Boolean).join(' '));
  }
  return [...queries];
}
