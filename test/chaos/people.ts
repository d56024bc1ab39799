import type { Role } from '../../app/store/actor.ts';

export interface ChaosPerson {
  readonly username: string;
  readonly email: string;
  readonly role: Role;
}

const person = (username: string, role: Role): ChaosPerson => ({
  username,
  email: `${username.toLowerCase()}@example.org`,
  role,
});

export const admin = person('Root', 'admin');
const [ada, bo, di, eve] = [
  person('Ada', 'author'),
  person('Bo', 'author'),
  person('Di', 'technician'),
  person('Eve', 'technician'),
] as const;

export const everybody: readonly ChaosPerson[] = [admin, ada, bo, di, eve];

/** The people who work at each desk: everyone except the admin shares a desk with another person. */
export const shifts: readonly (readonly ChaosPerson[])[] = [
  [ada, di],
  [bo, di, eve],
  [ada, bo],
];
