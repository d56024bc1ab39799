import type { DeskSettings } from '../../../shared/model/benchside.ts';

export const settingsTexts = {
  title: 'Settings',
  saved: 'Changes are saved as you make them.',
  failed: 'This was not saved:',
  appearance: 'Appearance',
  scheme: 'Light or dark',
  schemeHint: 'Light reads best in a bright workshop.',
  schemes: { auto: 'Like the system', light: 'Light', dark: 'Dark' } satisfies Record<
    DeskSettings['colorScheme'],
    string
  >,
  textSize: 'Text size',
  textSizeHint: 'Everything grows with it, pictures keep their room.',
  sync: 'Sync',
  every: 'Fetch changes',
  everyHint: 'Reading never waits for it.',
  minutes: (minutes: number) => {
    if (minutes === 0) return 'Only when I ask';
    if (minutes === 1) return 'Every minute';
    if (minutes % 60 !== 0) return `Every ${minutes} minutes`;
    return minutes === 60 ? 'Every hour' : `Every ${minutes / 60} hours`;
  },
  pictures: 'Pictures to fetch ahead',
  picturesHint: 'Pictures that were not fetched are named where they belong.',
  pictureChoices: {
    all: 'All guides',
    favorites: 'My favorites',
    opened: 'Guides I opened',
  } satisfies Record<DeskSettings['pictures'], string>,
  budget: 'Room for pictures',
  budgetHint: (used: string) => `In use now: ${used}.`,
  machine: 'This machine',
  dataFolder: 'Data folder',
  dataFolderHint: 'Everything Benchside keeps is in one folder.',
  showFolder: 'Show the folder',
  folderFailed: 'The folder could not be shown:',
  noFolder: 'It can be shown from the Benchside window, not from a browser.',
  about: 'About',
  version: 'Version',
  site: 'Site',
};
