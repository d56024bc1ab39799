import { icu, messagesIn } from './language.ts';
import type { SpokenLanguage } from './language.ts';

/** Returns the texts of the mail with a link for a new password, and of the page that the link opens. */
export const resetTexts = (spoken?: SpokenLanguage) =>
  messagesIn(spoken, 'reset', {
    mail: {
      subject: icu('A new password for {site}', 'site'),
      hello: 'Hello,',
      how: icu(
        'someone, probably you, asked for a new password for your account at {site}. Set it here:',
        'site',
      ),
      until:
        'The link works once and for an hour. If you did not ask for this, there is nothing to do: your password stays as it is.',
    },
    title: 'Set a new password',
    password: icu('New password for {name}, at least {n} characters', 'name', 'n'),
    short: icu('The password must have at least {n} characters.', 'n'),
    long: icu('The password must have at most {n} characters.', 'n'),
    submit: 'Set password',
    done: 'Your new password is set',
    doneHow: 'Sign in with it. Wherever you were signed in, you are signed out now.',
    gone: 'This link no longer works',
    goneWhy:
      'It was used, replaced by a newer one, or is older than an hour. Ask for a new one where you sign in.',
    refused: 'Not here',
    refusedWhy: 'This page cannot answer a request of this kind.',
  });
