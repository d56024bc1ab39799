import { english, messages } from '../shared/language.ts';
import type { EarnedBadge } from '../shared/model/badge.ts';

/** The texts of a hub's badges, by their names. They must equal the hub's own. */
const badgeTexts = messages('badges', {
  category: {
    Guides: 'Guides',
    Editing: 'Editing',
    Discussion: 'Discussion',
    Work: 'Work',
    Practice: 'Practice',
  },
  name: {
    'First Guide': 'First Guide',
    'Guide Writer': 'Guide Writer',
    Librarian: 'Librarian',
    Proofreader: 'Proofreader',
    Editor: 'Editor',
    'Editor in Chief': 'Editor in Chief',
    Talkative: 'Talkative',
    Adviser: 'Adviser',
    Mentor: 'Mentor',
    'First Job': 'First Job',
    'Steady Hand': 'Steady Hand',
    'Master Technician': 'Master Technician',
    Apprentice: 'Apprentice',
    Journeyman: 'Journeyman',
    Expert: 'Expert',
  },
  description: {
    'First Guide': 'Wrote a guide.',
    'Guide Writer': 'Wrote 10 guides.',
    Librarian: 'Wrote 50 guides.',
    Proofreader: 'Made 10 edits.',
    Editor: 'Made 100 edits.',
    'Editor in Chief': 'Made 1000 edits.',
    Talkative: 'Wrote 5 comments.',
    Adviser: 'Wrote 50 comments.',
    Mentor: 'Wrote 250 comments.',
    'First Job': 'Finished a job.',
    'Steady Hand': 'Finished 50 jobs. Earned again with every 50 more.',
    'Master Technician': 'Finished 500 jobs.',
    Apprentice: 'Completed 5 guides.',
    Journeyman: 'Completed 25 guides.',
    Expert: 'Completed 100 guides.',
  },
});

type Words = Pick<EarnedBadge['badge'], 'name' | 'category' | 'description'>;

const known: Record<keyof Words, Readonly<Record<string, string>>> = badgeTexts;

const said = (part: keyof Words, key: string, words: string): string =>
  english.get(`badges.${part}.${key}`) === words ? (known[part][key] ?? words) : words;

/** Returns a badge in the person's language; texts that a hub does not have stay as they are. */
export const badgeInWords = <B extends Words>(badge: B): B => ({
  ...badge,
  name: said('name', badge.name, badge.name),
  category: said('category', badge.category, badge.category),
  description: said('description', badge.name, badge.description),
});
