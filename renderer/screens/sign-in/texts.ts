import { icu, messages } from '../../../shared/language.ts';
export const signInTexts = messages('sign-in', {
  title: 'Sign in',
  lead: icu('to {site}', 'site'),
  email: 'Email address',
  password: 'Password',
  submit: 'Sign in',
  without: 'Reading needs no sign-in: every guide on this desk stays readable without it.',
  onHub:
    'This browser stays signed in for a working day, or until you sign out. Nothing you read is kept in it.',
  notKept:
    'This computer cannot store your sign-in securely. After a restart you sign in again before changes are sent.',
  wrong: 'Email address or password is not right. Check both and try again.',
  unreachable: 'The hub cannot be reached now, so nobody can sign in.',
  unreachableHelp: 'Reading and searching go on without it. Try again when the network is back.',
  emptyEmail: 'Type your email address.',
  emptyPassword: 'Type your password.',
  back: 'Continue without signing in',
  forgot: {
    open: 'Forgot password?',
    title: 'Forgot your password?',
    how: 'Enter the email address of your account. You receive a link with which you set a new password.',
    send: 'Send the link',
    sent: icu('If {email} has an account, a link is on its way to it. It works for an hour.', 'email'),
    else: 'No email arrives? An admin can send you a link, too.',
  },
  visible: 'Show the password',
});
