export type Role = 'admin' | 'author' | 'technician';

/** Who asks. `null` is somebody who did not sign in. */
export interface Actor {
  userid: number;
  username: string;
  role: Role;
  teams: number[];
}

export type Viewer = Actor | null;

export const isAdmin = (viewer: Viewer): boolean => viewer?.role === 'admin';

/** Who looks after the work of others. */
export const isLead = (viewer: Viewer): boolean => viewer?.role === 'admin' || viewer?.role === 'author';

/** The API's word for a role (CONTRACT 3.6: `privileges`). */
export const privilegeOf = (role: Role): string =>
  ({ admin: 'Admin', author: 'Author', technician: 'User' })[role];
