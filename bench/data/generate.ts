import type { ImportedGuide } from '../../app/import/myfixit.ts';
import { pick, random } from '../random.ts';

const verbs = [
  'Remove',
  'Lift',
  'Unscrew',
  'Disconnect',
  'Pry up',
  'Slide out',
  'Loosen',
  'Clean',
  'Hold',
  'Replace',
];
const parts =
  'battery screen fan motor cable hinge cover bracket screw clip filter pump belt seal board switch lens'.split(
    ' ',
  );
const little = 'the to of and a it on from is in you with be using until then your that carefully side'.split(
  ' ',
);
const kinds = ['replacement', 'repair', 'disassembly', 'maintenance'];
const tools =
  'Phillips #1 screwdriver,Spudger,Tweezers,Flathead screwdriver,Heat gun,Socket wrench,Multimeter'.split(
    ',',
  );
const syllables = 'ka lo mi re su ta no ve di pra sto len bor tin gal hes wim dux'.split(' ');

/** Words of ordinary texts: few are most of it, many are rare. */
const wordCount = 8000;
const words = Array.from({ length: wordCount }, (_, rank) => {
  if (rank < little.length) return little[rank] ?? '';
  const next = random(rank);
  return Array.from({ length: 2 + Math.floor(next() * 2) }, () => pick(next, syllables)).join('');
});

/**
 * Guides nobody wrote, with the shape of MyFixit's: 9 steps (2 to 42), 2 lines a step, 17 words a line, 1.8 pictures a
 * step, 600 categories, 8,000 words.
 */
export const generated = (count: number): ImportedGuide[] =>
  Array.from({ length: count }, (_, index) => guide(index));

function guide(index: number): ImportedGuide {
  const next = random(index + 1_000_000);
  const category = categoryName(Math.floor(next() ** 2 * 600));
  const part = pick(next, parts);
  const subject = `${capital(pick(next, words))} ${part}`;
  const type = pick(next, kinds);
  return {
    guideid: index + 1,
    title: `${category} ${subject} ${capital(type)}`,
    type,
    category,
    ancestors: ['Devices'],
    subject,
    tools: Array.from({ length: 1 + Math.floor(next() * 5) }, () => ({
      name: pick(next, tools),
      url: null,
      thumbnail: null,
    })),
    steps: Array.from({ length: skewed(next, 2, 9, 42) }, () => ({
      stepid: undefined,
      lines: Array.from({ length: skewed(next, 1, 2, 8) }, () => sentence(next)),
      images: Array.from({ length: skewed(next, 1, 1.8, 3) }, () => ({
        guid: '',
        original: '',
        sized: true,
      })),
    })),
    notes: [],
  };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function categoryName(index: number): string {
  const next = random(index + 2_000_000);
  return `${capital(pick(next, words))} ${capital(pick(next, words))} ${100 + index}`;
}

function sentence(next: () => number): string {
  // Ranks by a power law, as words of any language are.
  const word = (): string => words[Math.floor(wordCount ** next()) - 1] ?? 'it';
  const tail = Array.from({ length: skewed(next, 4, 14, 100) }, word);
  return `${pick(next, verbs)} the ${pick(next, parts)} ${tail.join(' ')}.`;
}

/** Mostly around `mean`, at times far above it. */
function skewed(next: () => number, least: number, mean: number, most: number): number {
  return Math.min(most, Math.round(least - Math.log(1 - next()) * (mean - least)));
}
