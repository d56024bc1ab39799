export type Role = 'admin' | 'author' | 'technician';

/** The signed-in person who makes the request; a `Viewer` of `null` has not signed in. */
export interface Actor {
  userid: number;
  username: string;
  role: Role;
  teams: number[];
}

export type Viewer = Actor | null;

export const isAdmin = (viewer: Viewer): boolean => viewer?.role === 'admin';

/** Returns whether the viewer is an author or an admin. They manage other people's work. */
export const isLead = (viewer: Viewer): boolean => viewer?.role === 'admin' || viewer?.role === 'author';

/** The API's word for a role (CONTRACT 3.6: `privileges`). */
export const privilegeOf = (role: Role): string =>
  ({ admin: 'Admin', author: 'Author', technician: 'User' })[role];
