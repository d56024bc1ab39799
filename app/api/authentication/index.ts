import type { Endpoint } from '../endpoint.ts';
import { impersonate } from './impersonate.ts';
import { registerUser } from './registerUser.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';

export const authentication: Endpoint[] = [signIn, signOut, impersonate, registerUser];
