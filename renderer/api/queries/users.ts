import { queryOptions } from '@tanstack/react-query';

import type { User, UserSummary } from '../../../shared/model/user.ts';
import { actAs } from '../../state/person.ts';
import { api } from '../client.ts';
import { errorStatus } from '../errors.ts';

/** Null when nobody is signed in: that is a state, not a failure. */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: async ({ signal }) => {
    try {
      const user = await api('GET /user', { signal });
      actAs(user.userid);
      return user;
    } catch (error) {
      if (errorStatus(error) !== 401) throw error;
      actAs(undefined);
      return null;
    }
  },
  staleTime: 60_000,
});

/** Returns whether a user is an author or admin. */
export const isLeadAccount = (user: User | null | undefined): boolean =>
  user?.greatest_privilege === 'Admin' || user?.greatest_privilege === 'Author';

/** Flags that this person may set on guides and remove from them. */
export const ownFlagsQuery = queryOptions({
  queryKey: ['user', 'flags'],
  queryFn: async ({ signal }) => Object.values((await api('GET /user/flags', { signal })).guide),
  staleTime: 60_000,
});

export interface FoundPerson {
  key: string;
  title: string;
  note: string;
  image: UserSummary['image'];
  person: UserSummary;
}

/** Finds people, for fields with suggestions. */
export const findPeople = async (text: string, signal: AbortSignal): Promise<FoundPerson[]> => {
  const found = await api('GET /users/search/{search}', {
    params: { search: text },
    query: { limit: 8 },
    signal,
  });
  return found.map((person) => ({
    key: String(person.userid),
    title: person.username,
    note: person.unique_username ?? '',
    image: person.image,
    person,
  }));
};
