import { changePassword } from './changePassword.ts';
import { impersonate } from './impersonate.ts';
import { listTokens } from './listTokens.ts';
import { registerUser } from './registerUser.ts';
import { resetPassword } from './resetPassword.ts';
import { revokeToken } from './revokeToken.ts';
import { revokeUserTokens } from './revokeUserTokens.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';

export const authenticationEndpoints = [
  signIn,
  signOut,
  impersonate,
  registerUser,
  resetPassword,
  changePassword,
  listTokens,
  revokeToken,
  revokeUserTokens,
];
