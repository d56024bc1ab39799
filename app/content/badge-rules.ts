/** Activities that count towards badges. `edits` are revisions of guides and wikis, including first ones. */
export type Counter = 'guides' | 'edits' | 'comments' | 'work_logs' | 'completions';

export type BadgeType = 'bronze' | 'silver' | 'gold';

/** Reputation points for each. */
export const points: Readonly<Record<Counter, number>> = {
  guides: 20,
  edits: 2,
  comments: 3,
  work_logs: 5,
  completions: 1,
};

export interface BadgeRule {
  /** Stored with each person who earned the badge, so never reuse it. */
  badgeid: number;
  name: string;
  type: BadgeType;
  category: string;
  description: string;
  /** True if the badge is earned again each time the counter grows by the threshold. */
  multiple: boolean;
  counter: Counter;
  threshold: number;
  icon: string;
}

const family =
  (counter: Counter, category: string, icon: string) =>
  (
    badgeid: number,
    type: BadgeType,
    threshold: number,
    name: string,
    description: string,
    multiple = false,
  ): BadgeRule => ({ badgeid, name, type, category, description, multiple, counter, threshold, icon });

const guides = family('guides', 'Guides', 'book');
const edits = family('edits', 'Editing', 'pencil');
const comments = family('comments', 'Discussion', 'comment');
const work = family('work_logs', 'Work', 'wrench');
const completions = family('completions', 'Practice', 'check');

/** Badges in display order. */
export const badgeRules: readonly BadgeRule[] = [
  guides(1, 'bronze', 1, 'First Guide', 'Wrote a guide.'),
  guides(2, 'silver', 10, 'Guide Writer', 'Wrote 10 guides.'),
  guides(3, 'gold', 50, 'Librarian', 'Wrote 50 guides.'),
  edits(4, 'bronze', 10, 'Proofreader', 'Made 10 edits.'),
  edits(5, 'silver', 100, 'Editor', 'Made 100 edits.'),
  edits(6, 'gold', 1000, 'Editor in Chief', 'Made 1000 edits.'),
  comments(7, 'bronze', 5, 'Talkative', 'Wrote 5 comments.'),
  comments(8, 'silver', 50, 'Adviser', 'Wrote 50 comments.'),
  comments(9, 'gold', 250, 'Mentor', 'Wrote 250 comments.'),
  work(10, 'bronze', 1, 'First Job', 'Finished a job.'),
  work(11, 'silver', 50, 'Steady Hand', 'Finished 50 jobs. Earned again with every 50 more.', true),
  work(12, 'gold', 500, 'Master Technician', 'Finished 500 jobs.'),
  completions(13, 'bronze', 5, 'Apprentice', 'Completed 5 guides.'),
  completions(14, 'silver', 25, 'Journeyman', 'Completed 25 guides.'),
  completions(15, 'gold', 100, 'Expert', 'Completed 100 guides.'),
];

export const pointsFor = (counts: Readonly<Record<Counter, number>>): number =>
  Object.entries(points).reduce((sum, [counter, each]) => sum + each * counts[counter as Counter], 0);

/** Returns how often a person with this count has earned a badge. */
export function timesEarned({ threshold, multiple }: BadgeRule, count: number): number {
  const times = Math.floor(count / threshold);
  return multiple ? times : Math.min(times, 1);
}
