/** Words used by more than one screen; each screen keeps its own beside it. */
export const texts = {
  product: 'Benchside',
  errors: {
    noAnswer: 'Benchside’s own service on this machine did not answer.',
    unexpected: (status: number): string =>
      status > 0 ? `Something went wrong (answer ${status}).` : 'Something went wrong.',
    notFoundTitle: 'Not here',
    notFound: 'It may have been removed or renamed on the site.',
    privateTitle: 'This one is private',
    signInTitle: 'Sign in to see this',
    failedTitle: 'This could not be shown',
    advice: 'Try again. If it happens again, start Benchside anew.',
    crashedTitle: 'This screen stopped working',
    crashed: 'Nothing you entered on other screens is affected.',
  },
  actions: {
    retry: 'Try again',
    home: 'Go to the start page',
    back: 'Back',
    signIn: 'Sign in',
    close: 'Close',
    showMore: 'Show more',
  },
  loading: 'Loading',
  guides: (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'guide' : 'guides'}`,
  difficulty: (label: string): string => `Difficulty: ${label}`,
  timeRequired: (time: string): string => `Time: ${time}`,
  picture: {
    none: 'No picture',
    missing: 'Picture not on this machine',
    missingWhy: 'It comes with the next sync.',
  },
  favorite: { add: 'Add to favorites', remove: 'Remove from favorites', is: 'Favorite' },
  opensOutside: '(opens in your browser)',
};
